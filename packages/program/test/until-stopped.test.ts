import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const STOPPED = 3;
const PROGRAM = `
  import { once } from 'node:events';
  if (process.connected) await once(process, 'disconnect');
  const { untilStopped } = await import('@kinora/program/until-stopped');
  const stopped = untilStopped();
  setInterval(() => {}, 1000);
  process.stdout.write('waiting');
  await stopped;
  process.exit(${STOPPED});
`;

test('a process whose parent ended while it started stops', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.disconnect();
  const [code] = await once(child, 'exit');
  assert.equal(code, STOPPED);
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`a process stops by ${signal}`, { timeout: 60_000 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [STOPPED, null]);
  });
}
