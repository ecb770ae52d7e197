import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verifies } from '@kinora/testing/requirements';
import { childEnvironment } from '../../src/config.ts';
import { until } from '../support/deadline.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** What programs do with a device on which nothing can be written. */

const FULL = '/dev/full';
const skip = existsSync(FULL) ? false : `${FULL} is a device of Linux`;
const program = (name: string): string =>
  fileURLToPath(new URL(`../../../${name}/src/main.ts`, import.meta.url));

let scene: TestDatabase;
let dataDir: string;
before(async () => {
  scene = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-full-'));
});
after(async () => {
  await scene.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a program whose standard output, or error, is the full device; `other` is what it writes to the other one. */
async function onFullDevice(which: 'stdout' | 'stderr', name: string, args: readonly string[]) {
  const full = await open(FULL, 'w');
  const settings = { DATABASE_URL: scene.connectionString, KINORA_DATA_DIR: dataDir, KINORA_PORT: '0' };
  const child = spawn(process.execPath, [program(name), ...args], {
    env: childEnvironment({ ...settings, KINORA_STOP_LINGER_SECONDS: '0' }),
    stdio: ['ignore', which === 'stdout' ? full.fd : 'pipe', which === 'stderr' ? full.fd : 'pipe'],
  });
  const [stream] = [child.stdout, child.stderr].filter((each) => each !== null);
  assert.ok(stream);
  const exit = once(child, 'exit') as Promise<[number | null]>;
  void exit.finally(() => full.close());
  return { child, stream, exit };
}

const commands = [
  ['server', ['--help']],
  ['server', ['--version']],
  ['server', ['audit']],
  ['server', ['mail', 'preview']],
  ['cli', ['--help']],
  ['cli', ['completion', 'bash']],
  ['worker', ['--help']],
] as const;

for (const [name, args] of commands) {
  test(`${name} ${args.join(' ')} says in one line that its output cannot be written`, { skip }, async () => {
    verifies('DEC-UNWRITTEN-01');
    const { stream, exit } = await onFullDevice('stdout', name, args);
    const said = await text(stream);
    assert.equal(said, 'kinora: standard output cannot be written: no space left on device\n');
    assert.deepEqual((await exit)[0], 1);
  });
}

test('a command whose errors cannot be written fails', { skip }, async () => {
  verifies('DEC-UNWRITTEN-01');
  const { stream, exit } = await onFullDevice('stderr', 'cli', ['no-such-command']);
  assert.equal(await text(stream), '');
  assert.equal((await exit)[0], 2, 'the status of a wrong usage');
});

for (const which of ['stdout', 'stderr'] as const) {
  test(`a service goes on serving while its ${which} cannot be written`, { skip }, async () => {
    verifies('DEC-UNWRITTEN-02');
    const { child, stream, exit } = await onFullDevice(which, 'server', ['serve', '--no-worker']);
    let said = '';
    stream.on('data', (chunk) => (said += chunk));
    await until(() => /http:\/\/127\.0\.0\.1:\d+/.test(said) || child.exitCode !== null);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    assert.ok(url !== undefined, said);
    await until(() => /is ready at|cannot be written/.test(said));
    assert.equal((await fetch(`${url}/api/openapi.json`)).status, 200);
    child.kill('SIGTERM');
    assert.equal((await exit)[0], which === 'stdout' ? 1 : 0, said);
  });
}
