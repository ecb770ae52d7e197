import assert from 'node:assert/strict';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { closeChangelog, hashFiles, setVersion } from '../scripts/release.ts';

/** `npm run release`, in a copy of the files that it changes. */

const root = path.dirname(import.meta.dirname);
const copy = mkdtempSync(path.join(tmpdir(), 'kinora-release-'));
after(() => rmSync(copy, { recursive: true, force: true }));
const changed = globSync(
  [
    '{package,package-lock,packages/*/package}.json',
    'docs/{scale,guides/install}.md',
    'docs/reference/openapi.json',
    'deploy/helm/kinora/{Chart,values}.yaml',
    'CHANGELOG.md',
  ],
  { cwd: root },
);
for (const file of changed) cpSync(path.join(root, file), path.join(copy, file));
const read = (file: string) => readFileSync(path.join(copy, file), 'utf8');
const { version: old } = JSON.parse(read('package.json'));

test('a release has its version everywhere, and changes nothing else', () => {
  verifies('DEC-RELEASE-01');
  const before = new Map(changed.map((file) => [file, read(file)]));
  setVersion(copy, '7.8.9');
  for (const file of changed.filter((name) => name !== 'CHANGELOG.md')) {
    const isAdapter = file === 'packages/mcp/package.json';
    assert.ok(read(file).includes('7.8.9'), file);
    if (file.endsWith('package.json')) {
      const { name, version, dependencies = {} } = JSON.parse(read(file));
      assert.equal(version === '7.8.9', !isAdapter, name);
      for (const [other, wanted] of Object.entries(dependencies)) {
        if (other.startsWith('@kinora/') && other !== '@kinora/mcp') assert.equal(wanted, '7.8.9', other);
      }
    }
  }
  const { packages } = JSON.parse(read('package-lock.json'));
  assert.equal(packages['packages/server'].dependencies['@kinora/client'], '7.8.9');
  assert.equal(packages['packages/server'].dependencies['@kinora/mcp'], packages['packages/mcp'].version);
  assert.notEqual(packages['packages/mcp'].version, '7.8.9');
  setVersion(copy, old);
  for (const [file, text] of before) assert.ok(read(file) === text, `${file} is as before`);
});

test('the section of what is not released becomes that of the version, once', () => {
  verifies('DEC-RELEASE-01');
  const file = path.join(copy, 'CHANGELOG.md');
  writeFileSync(file, '# Changelog\n\n## 1.0.0, unreleased\n\n- New.\n\n## 0.9.0, 2026-01-02\n\n- Old.\n');
  assert.equal(closeChangelog(copy, '1.1.0', '2026-03-04'), '- New.\n');
  assert.match(read('CHANGELOG.md'), /^## 1\.1\.0, 2026-03-04$[\s\S]*^## 0\.9\.0, 2026-01-02$/m);
  assert.equal(closeChangelog(copy, '1.1.0', '2027-01-01'), '- New.\n');
  assert.doesNotMatch(read('CHANGELOG.md'), /2027/, 'the day stays');
  assert.throws(
    () => closeChangelog(copy, '1.2.0', '2027-01-01'),
    /is "## 1\.1\.0, 2026-03-04", and not of 1\.2\.0/,
  );
});

test('the hashes are those of the files, as sha256sum writes them', () => {
  verifies('DEC-RELEASE-01');
  const folder = path.join(copy, 'hashed');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'b'), 'abc');
  writeFileSync(path.join(folder, 'a'), '');
  assert.equal(
    hashFiles(folder),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n' +
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n',
  );
});
