import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const PROGRAM = `
  import { once } from 'node:events';
  if (process.connected) await once(process, 'disconnect');
  const { untilStopped } = await import('@kinora/program/until-stopped');
  await untilStopped();
`;

test('a process whose parent ended while it started stops', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.disconnect();
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});
