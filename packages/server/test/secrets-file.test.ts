import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { loadSecrets, type Secrets } from '../src/secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('two concurrent first starts agree on the secrets and leave no other file', async () => {
  verifies('DEC-SETTING-10');
  const all = await Promise.all(Array.from({ length: 10 }, () => loadSecrets(dataDir)));
  for (const secrets of all) assert.deepEqual(secrets, all[0]);
  assert.deepEqual(await readdir(dataDir), ['secrets.json']);
});

test('a temporary file of a killed start does not stop the next one', async () => {
  verifies('DEC-SETTING-10');
  // In a container every start has the same process id.
  await writeFile(path.join(dataDir, `secrets.json.${process.pid}`), '');
  assert.ok((await loadSecrets(dataDir)).workerToken.length >= 32);
});

test('a file without a watermark key gets one, the same for all concurrent starts', async () => {
  const old = {
    postgresPassword: 'a',
    workerToken: 'b',
    urlSigningKey: Buffer.alloc(32).toString('base64url'),
  };
  const place = path.join(dataDir, 'secrets.json');
  await writeFile(place, JSON.stringify(old));
  const all = await Promise.all(Array.from({ length: 10 }, () => loadSecrets(dataDir)));
  for (const secrets of all) assert.deepEqual(secrets, all[0]);
  const { watermarkKey, ...others } = all[0] as Secrets;
  assert.deepEqual(others, old);
  assert.equal(Buffer.from(watermarkKey, 'base64url').length, 32);
  assert.deepEqual(JSON.parse(await readFile(place, 'utf8')), all[0]);
  assert.deepEqual(await readdir(dataDir), ['secrets.json']);
  assert.equal((await stat(place)).mode & 0o777, 0o600);
});
