import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { type Moment, STARTING, STOP_SIGNALS, stopProgram } from '../support/stop-program.ts';

/** A service that is stopped while it starts: it leaves neither its database nor a worker behind. */

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-stopped-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const moments: Readonly<Record<string, Moment>> = {
  ...STARTING,
  'it listens already': ({ output }) => output().includes('Server listening'),
};

describe('a service that is stopped while', () => {
  for (const [at, [moment, isReached]] of Object.entries(moments).entries()) {
    for (const signal of EVERY_DRILL ? STOP_SIGNALS : STOP_SIGNALS.slice(at, at + 1)) {
      test(`${moment}, by ${signal}, leaves no process behind`, async () => {
        verifies('DEC-STOP-05');
        const settings = { KINORA_PORT: '0' };
        const stopped = await stopProgram({ folder, command: 'serve', settings, isReached, signal });
        assert.equal(stopped.code, 0, stopped.said);
        assert.doesNotMatch(stopped.said, /is ready at|could not be/);
        assert.equal(stopped.isDatabaseRunning, false);
        assert.deepEqual(
          stopped.files.filter((name) => name.startsWith('initialising-')),
          [],
        );
      });
    }
  }
});
