import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';

/** A command that is interrupted: it leaves no database behind. */

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let folder: string;
/** A mail server that never speaks: "doctor" waits for it with an open database. */
const silent = createServer(() => {});
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-interrupted-'));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
});
after(async () => {
  silent.close();
  await rm(folder, { recursive: true, force: true });
});

interface Command {
  readonly output: () => string;
  /** The files of the embedded database. */
  readonly files: () => readonly string[];
  readonly lock: string;
}

const moments: Readonly<Record<string, (command: Command) => boolean>> = {
  'its database is created': ({ files }) => files().some((name) => name.startsWith('initialising-')),
  'its database starts': ({ lock }) => existsSync(lock),
  'it works': ({ output }) => output().includes('workers'),
};

describe('a command that is interrupted while', () => {
  for (const [moment, isReached] of Object.entries(moments)) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      test(`${moment}, by ${signal}, leaves no database behind`, async () => {
        const dataDir = await mkdtemp(path.join(folder, 'data-'));
        const postgres = path.join(dataDir, 'postgres');
        const lock = path.join(postgres, 'cluster', 'postmaster.pid');
        const files = () => (existsSync(postgres) ? readdirSync(postgres) : []);
        const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
        // In a group of its own, because Ctrl-C and a closed terminal reach all its processes.
        const child = spawn(process.execPath, [MAIN, 'doctor'], {
          env: childEnvironment({ KINORA_DATA_DIR: dataDir, SMTP_URL: smtpUrl }),
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
          const ended = await within(() => `the end of the command:\n${said}`, exit, SLOW_MS);
          assert.deepEqual(ended, [null, signal], said);
          assert.doesNotMatch(said, /PROBLEM|could not be|doctor:/);
          assert.equal(existsSync(lock), false, 'the database is stopped');
        } finally {
          child.kill('SIGKILL');
          if (existsSync(lock)) process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGINT');
        }
      });
    }
  }
});
