import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { KeyVersion } from '../src/kernel/key-versions.ts';
import { KEY_PURPOSES } from '../src/secrets/key-purposes.ts';
import { loadSecrets, writeSecrets } from '../src/secrets/secrets-file.ts';
import { keyVersion } from './support/keys.ts';

let dataDir: string;
let place: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-secrets-'));
  place = path.join(dataDir, 'secrets.json');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('two concurrent first starts agree on the secrets and leave no other file', async () => {
  verifies('DEC-SETTING-10');
  const all = await Promise.all(Array.from({ length: 10 }, () => loadSecrets(dataDir)));
  for (const secrets of all) assert.deepEqual(secrets, all[0]);
  assert.deepEqual(await readdir(dataDir), ['secrets.json']);
  assert.equal((await stat(place)).mode & 0o777, 0o600);
});

test('a temporary file of a killed start does not stop the next one', async () => {
  verifies('DEC-SETTING-10');
  // In a container every start has the same process id.
  await writeFile(path.join(dataDir, `secrets.json.${process.pid}`), '');
  assert.ok((await loadSecrets(dataDir)).workerToken.length >= 32);
});

test('a new installation has a key of its own for each purpose', async () => {
  verifies('DEC-SECRET-01');
  const { keys } = await loadSecrets(dataDir);
  const all = KEY_PURPOSES.flatMap((purpose) => keys[purpose].map(({ key }) => key));
  assert.equal(all.length, KEY_PURPOSES.length);
  assert.equal(new Set(all).size, all.length);
  for (const key of all) assert.equal(Buffer.from(key, 'base64url').length, 32);
});

test('a file of the former format stays as it is, and its keys are those that were derived from it', async () => {
  verifies('DEC-SECRET-02');
  const root = Buffer.alloc(32, 3);
  const derived = (purpose: string) => createHmac('sha256', root).update(purpose).digest('base64url');
  const former = { postgresPassword: 'a', workerToken: 'b', urlSigningKey: root.toString('base64url') };
  for (const [more, watermarks] of [
    [{ watermarkKey: Buffer.alloc(32, 4).toString('base64url') }, Buffer.alloc(32, 4).toString('base64url')],
    // The file of a version without watermarks.
    [{}, derived('watermark')],
  ] as const) {
    const content = JSON.stringify({ ...former, ...more });
    await writeFile(place, content);
    const { keys, ...others } = await loadSecrets(dataDir);
    assert.deepEqual(others, { postgresPassword: 'a', workerToken: 'b' });
    const first = Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, keys[purpose][0]?.key]));
    assert.deepEqual(first, {
      links: former.urlSigningKey,
      sessions: derived('sign-in'),
      encryption: derived('sign-in'),
      webhooks: derived('webhooks'),
      push: derived('push'),
      watermarks,
    });
    for (const purpose of KEY_PURPOSES)
      assert.deepEqual(
        keys[purpose].map(({ version }) => version),
        [1],
      );
    assert.equal(await readFile(place, 'utf8'), content, 'a server of the former version can still read it');
  }
});

test('a file of a version without messages to browsers has a key for them, and the same until it is written', async () => {
  verifies('DEC-PUSH-05', 'DEC-SECRET-02');
  await loadSecrets(dataDir);
  const { keys, ...rest } = JSON.parse(await readFile(place, 'utf8'));
  const { push: _push, ...former } = keys;
  await writeFile(place, JSON.stringify({ ...rest, keys: former }));
  const secrets = await loadSecrets(dataDir);
  assert.equal(Buffer.from(secrets.keys.push[0]?.key ?? '', 'base64url').length, 32);
  const links = [...secrets.keys.links, keyVersion(2, Buffer.alloc(32, 5).toString('base64url'))];
  assert.deepEqual((await loadSecrets(dataDir)).keys.push.map(keyOf), secrets.keys.push.map(keyOf));
  await writeSecrets(place, { ...secrets, keys: { ...secrets.keys, links: links.slice(1) } });
  assert.deepEqual((await loadSecrets(dataDir)).keys.push.map(keyOf), secrets.keys.push.map(keyOf));
});

const keyOf = ({ version, key }: KeyVersion) => [version, key];

test('what is written is read again, and an incomplete file is refused with the remedy', async () => {
  verifies('DEC-SECRET-01');
  const secrets = await loadSecrets(dataDir);
  const at = new Date('2026-05-01T00:00:00.000Z');
  const key = Buffer.alloc(32, 5).toString('base64url');
  const more = { honouredUntil: at, leakedAt: at };
  const links = [keyVersion(1, key, more), keyVersion(2, key)];
  const written = { ...secrets, keys: { ...secrets.keys, links } };
  await writeSecrets(place, written);
  assert.deepEqual(await loadSecrets(dataDir), written);
  const stored = JSON.parse(await readFile(place, 'utf8'));
  for (const broken of [
    { ...stored, keys: { ...stored.keys, links: [] } },
    { ...stored, keys: { ...stored.keys, links: stored.keys.links.slice(0, 1) } },
    { ...stored, keys: { ...stored.keys, sessions: undefined } },
    { ...stored, keys: { ...stored.keys, webhooks: [{ ...stored.keys.webhooks[0], key: 'short' }] } },
    { ...stored, workerToken: '' },
  ]) {
    await writeFile(place, JSON.stringify(broken));
    await assert.rejects(loadSecrets(dataDir), /damaged; put the file of your backup in its place/);
  }
});
