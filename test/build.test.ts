import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

/** `scripts/build.ts` in a copy of what it reads, with the console as it is built here. */

const root = path.join(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(tmpdir(), 'kinora-build-'));
after(() => rmSync(copy, { recursive: true, force: true }));
chmodSync(copy, 0o755);
for (const name of ['scripts/build.ts', 'package.json', 'package-lock.json', 'tsconfig.json']) {
  cpSync(path.join(root, name), path.join(copy, name));
}
for (const name of ['console', 'cli', 'mcp', 'client', 'contract', 'program', 'procedural', 'python']) {
  cpSync(path.join(root, 'packages', name), path.join(copy, 'packages', name), {
    recursive: true,
    filter: (from) => !/[\\/](test|node_modules|(cli|mcp)[\\/]dist)$/.test(from),
  });
}
mkdirSync(path.join(copy, 'node_modules/@kinora'), { recursive: true });
for (const name of readdirSync(path.join(copy, 'packages'))) {
  symlinkSync(path.join(copy, 'packages', name), path.join(copy, 'node_modules/@kinora', name));
}
for (const name of readdirSync(path.join(root, 'node_modules'))) {
  if (name !== '@kinora')
    symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name));
}

/** The status of a build and what it wrote to standard error. Permissions do not bind root, so it runs as somebody else. */
function build(isStranger = false): Promise<{ readonly status: number | null; readonly said: string }> {
  const user = isStranger && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, ['scripts/build.ts'], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  let said = '';
  child.stderr?.on('data', (bytes) => {
    said += bytes;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, said })));
}

const entries = (name: string) =>
  readdirSync(path.join(copy, 'packages', name)).filter((each) => /^dist/.test(each));

test('a folder that cannot be written to is named with the remedy, unless all is built', async () => {
  verifies('DEC-INSTALL-03');
  const setMode = (mode: number) => {
    for (const name of ['cli', 'mcp']) chmodSync(path.join(copy, 'packages', name), mode);
  };
  setMode(0o555);
  const { status, said } = await build(true);
  assert.equal(status, 1);
  assert.match(
    said,
    /^What the server serves cannot be built: EACCES.*\n.*run "npm run build" as the owner of/,
  );
  assert.doesNotMatch(said, / at .*build\.ts/, 'no stack');
  setMode(0o755);
  await build();
  setMode(0o555);
  assert.deepEqual(await build(true), { status: 0, said: '' });
  setMode(0o755);
});

test('programs that start at the same time build once, or the same', async () => {
  verifies('DEC-INSTALL-03');
  for (const name of ['cli', 'mcp']) rmSync(path.join(copy, 'packages', name, 'dist'), { recursive: true });
  const builds = await Promise.all([build(), build(), build()]);
  for (const { status, said } of builds) assert.equal(status, 0, said);
  for (const [name, file] of [
    ['cli', 'kinora.mjs'],
    ['mcp', 'kinora-mcp.mjs'],
  ] as const) {
    assert.deepEqual(entries(name), ['dist'], 'no draft is left');
    const served = (folder: string) =>
      readFileSync(path.join(folder, 'packages', name, 'dist', file), 'utf8');
    assert.equal(served(copy), served(root));
  }
  assert.equal((await build()).said, '', 'nothing is built again');
});

test('a change of the sources builds what is made of them again, and nothing else', async () => {
  verifies('DEC-INSTALL-03');
  const source = path.join(copy, 'packages/client/src/index.ts');
  appendFileSync(source, "export const ADDED = 'by a pull';\n");
  assert.match((await build()).said, /^Built what the server serves \(cli, mcp\) in /);
  const served = readFileSync(path.join(copy, 'packages/cli/dist/kinora-client.mjs'), 'utf8');
  assert.match(served, /by a pull/);
  appendFileSync(source, 'export const {;\n');
  const { status, said } = await build();
  assert.equal(status, 1);
  assert.match(said, /client\/src\/index\.ts:\d+/, 'where the mistake is');
  for (const name of ['cli', 'mcp']) assert.deepEqual(entries(name), ['dist'], 'no draft is left');
});

test('a missing package is named with the remedy', async () => {
  verifies('DEC-INSTALL-03');
  rmSync(path.join(copy, 'packages/cli/dist'), { recursive: true });
  rmSync(path.join(copy, 'node_modules/esbuild'));
  const { status, said } = await build();
  assert.equal(status, 1);
  assert.match(said, /esbuild.*\n.*run "npm install/);
});
