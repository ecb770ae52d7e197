import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verifies } from '@kinora/testing/requirements';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';

/** A service that is stopped while it starts: it leaves neither its database nor a worker behind. */

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-stopped-'));
});
after(() => rm(folder, { recursive: true, force: true }));

interface Start {
  readonly output: () => string;
  /** The files of the embedded database. */
  readonly files: () => readonly string[];
  readonly lock: string;
}

const moments: Readonly<Record<string, (start: Start) => boolean>> = {
  'its database is created': ({ files }) => files().some((name) => name.startsWith('initialising-')),
  'its database starts': ({ lock }) => existsSync(lock),
  'it listens already': ({ output }) => output().includes('Server listening'),
};

describe('a service that is stopped while', () => {
  for (const [moment, isReached] of Object.entries(moments)) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      test(`${moment}, by ${signal}, leaves no process behind`, async () => {
        verifies('DEC-STOP-05');
        const dataDir = await mkdtemp(path.join(folder, 'data-'));
        const postgres = path.join(dataDir, 'postgres');
        const lock = path.join(postgres, 'cluster', 'postmaster.pid');
        const files = () => (existsSync(postgres) ? readdirSync(postgres) : []);
        // In a group of its own, because Ctrl-C and a closed terminal reach all its processes.
        const child = spawn(process.execPath, [MAIN, 'serve'], {
          env: childEnvironment({ KINORA_DATA_DIR: dataDir, KINORA_PORT: '0' }),
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        });
        let said = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
        const exit = once(child, 'exit');
        try {
          await until(() => isReached({ output: () => said, files, lock }) || child.exitCode !== null);
          if (signal === 'SIGTERM') child.kill(signal);
          else process.kill(-(child.pid ?? 0), signal);
          const [code] = await within(() => `the end of the service:\n${said}`, exit, SLOW_MS);
          assert.equal(code, 0, said);
          assert.doesNotMatch(said, /is ready at|could not be/);
          assert.equal(existsSync(lock), false, 'the database is stopped');
          assert.deepEqual(
            files().filter((name) => name.startsWith('initialising-')),
            [],
          );
        } finally {
          child.kill('SIGKILL');
          if (existsSync(lock)) process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGINT');
        }
      });
    }
  }
});
