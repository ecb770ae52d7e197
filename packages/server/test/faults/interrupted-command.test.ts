import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { kinora } from '../support/service-process.ts';
import { type Moment, STARTING, STOP_SIGNALS, stopProgram } from '../support/stop-program.ts';

/** A command that is interrupted: it leaves no database behind. */

let folder: string;
let installation: string;
/** A mail server that never speaks: "doctor" waits for it with an open database. */
const silent = createServer(() => {});
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-interrupted-'));
  installation = path.join(folder, 'installed');
  const created = await kinora(['migrate', '--create'], { KINORA_DATA_DIR: installation });
  assert.equal(created.code, 0, created.output);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
});
after(async () => {
  silent.close();
  await rm(folder, { recursive: true, force: true });
});

const isWorking: Moment = ({ output }) => output().includes('workers');
const moments = [
  ...Object.entries(STARTING).map(([moment, isReached]) => [moment, isReached, 'migrate --create'] as const),
  ['it works', isWorking, 'doctor'] as const,
];

describe('a command that is interrupted while', () => {
  for (const [at, [moment, isReached, command]] of moments.entries()) {
    for (const signal of EVERY_DRILL ? STOP_SIGNALS : STOP_SIGNALS.slice(at, at + 1)) {
      test(`${moment}, by ${signal}, leaves no database behind`, async () => {
        const settings = { SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` };
        const where = command === 'doctor' ? { folder, installation } : { folder };
        const stopped = await stopProgram({ ...where, command, settings, isReached, signal });
        assert.deepEqual([stopped.code, stopped.endedBy], [null, signal], stopped.said);
        assert.doesNotMatch(stopped.said, /PROBLEM|could not be|(doctor|migrate):/);
        assert.equal(stopped.isDatabaseRunning, false);
      });
    }
  }
});
