import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'kinora-run-'));
after(() => rmSync(folder, { recursive: true }));

/** Stops as a service does, and would run for ever otherwise. */
const PROGRAM = `
  process.on('SIGTERM', () => {
    process.stdout.write('stopped\\n');
    process.exit();
  });
  setInterval(() => {}, 1000);
  process.stdout.write(process.pid + '\\n');
`;

test('a program whose npm is stopped is stopped', { timeout: 20_000 }, async (t) => {
  const program = path.join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  // A shell between npm and the script. With two commands no shell replaces itself by the first.
  const command = `"${process.execPath}" scripts/run.mjs worker "${path.relative(root, program)}"; true`;
  const shell = spawn('sh', ['-c', command], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const { value: pid } = await lines.next();
  t.after(() => {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {}
  });
  // npm passes SIGTERM to the shell only.
  shell.kill();
  await once(shell, 'exit');
  assert.equal((await lines.next()).value, 'stopped');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`a program that is ended by ${signal} ends the script by it`, { timeout: 20_000 }, async () => {
    const program = path.join(folder, `ended-by-${signal}.mjs`);
    writeFileSync(program, `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000);`);
    const script = spawn(process.execPath, ['scripts/run.mjs', 'worker', path.relative(root, program)], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: 'kinora' },
      stdio: 'inherit',
    });
    assert.deepEqual(await once(script, 'exit'), [null, signal]);
  });
}
