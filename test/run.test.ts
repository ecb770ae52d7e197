import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'kinora-run-'));
after(() => rmSync(folder, { recursive: true }));

/** Stops as a service does, and would run forever otherwise. */
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

/** A checkout whose `npm` is this script, and whose one package is `a`. */
function checkoutWith(npm: string): { readonly place: string; readonly env: NodeJS.ProcessEnv } {
  const place = mkdtempSync(path.join(folder, 'checkout-'));
  cpSync(path.join(root, 'scripts'), path.join(place, 'scripts'), { recursive: true });
  const packages = {
    'packages/worker': { version: '1.0.0', dependencies: { a: '1.0.0' } },
    'node_modules/a': { version: '1.0.0' },
  };
  writeFileSync(path.join(place, 'package-lock.json'), JSON.stringify({ packages }));
  mkdirSync(path.join(place, 'bin'));
  writeFileSync(path.join(place, 'bin', 'npm'), `#!/bin/sh\n${npm}`, { mode: 0o755 });
  const { npm_lifecycle_event: _, ...environment } = process.env;
  return { place, env: { ...environment, PATH: `${path.join(place, 'bin')}:${process.env.PATH}` } };
}

const runIn = ({ place, env }: ReturnType<typeof checkoutWith>, more: NodeJS.ProcessEnv = {}) => {
  const script = spawn(process.execPath, ['scripts/run.mjs', 'worker', 'none.mjs'], {
    cwd: place,
    env: { ...env, ...more },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  script.stderr.on('data', (bytes) => (said += bytes));
  const exit = once(script, 'close');
  return { script, exit, said: () => said };
};

/** Half a package, then as long as npm takes to undo it. */
const SLOW_NPM = `
mkdir -p node_modules/a && echo '{"version":"1.0.0"}' > node_modules/a/package.json
trap 'echo undoing >&2' INT TERM HUP
[ -f quick ] && exit 0
echo $$ > pid
while :; do sleep 1; done
`;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} ends an installation at once, and the next start repairs it`, {
    timeout: 20_000,
  }, async () => {
    verifies('DEC-INSTALL-01');
    const checkout = checkoutWith(SLOW_NPM);
    const { script, exit, said } = runIn(checkout);
    const begun = path.join(checkout.place, 'pid');
    while (!existsSync(begun)) await new Promise((resolve) => setTimeout(resolve, 20));
    script.kill(signal);
    assert.deepEqual(await exit, [null, signal]);
    assert.match(said(), /\nStopped the installation\. The next start completes it\.\n$/);
    const list = 'ls node_modules > seen; exit 1';
    writeFileSync(path.join(checkout.place, 'bin', 'npm'), `#!/bin/sh\n${list}`, { mode: 0o755 });
    const again = runIn(checkout);
    assert.deepEqual(await again.exit, [1, null]);
    assert.match(again.said(), /^Repairing an installation/);
    assert.deepEqual(readdirSync(path.join(checkout.place, 'node_modules')), [], 'no half package');
    // npm reported this failure itself.
    assert.doesNotMatch(await runIn(checkout).exit.then(() => ''), /Repairing/);
  });
}

test('a start waits for the installation of another terminal', { timeout: 20_000 }, async () => {
  verifies('DEC-INSTALL-01');
  const checkout = checkoutWith(SLOW_NPM);
  const first = runIn(checkout);
  while (!existsSync(path.join(checkout.place, 'pid')))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const second = runIn(checkout);
  while (!second.said().includes('Waiting')) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(existsSync(path.join(checkout.place, 'node_modules/a')), 'it removed nothing');
  second.script.kill('SIGKILL');
  first.script.kill('SIGINT');
  await Promise.all([first.exit, second.exit]);
});

test('a proxy that is not an address is named with its variable, where it is used', {
  timeout: 20_000,
}, async () => {
  verifies('DEC-INSTALL-02');
  const checkout = checkoutWith('exit 1');
  for (const name of ['https_proxy', 'HTTP_PROXY', 'npm_config_proxy']) {
    for (const value of ['nonsense', 'proxy.example:3128', '://']) {
      const { exit, said } = runIn(checkout, { [name]: value });
      assert.deepEqual(await exit, [2, null]);
      assert.match(said(), new RegExp(`^${name} must be the address of a proxy, such as \\S+; .*\\n$`));
    }
  }
  const right = runIn(checkout, { https_proxy: 'http://proxy.example:3128', NO_PROXY: '*,,' });
  assert.deepEqual(await right.exit, [1, null]);
  assert.match(right.said(), /^Installing/);
});
