import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { loadSecrets } from '../src/secrets.ts';
import { verifies } from './requirements.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('two first starts at once agree on the secrets and leave nothing else', async () => {
  verifies('DEC-SETTING-10');
  const all = await Promise.all(Array.from({ length: 10 }, () => loadSecrets(dataDir)));
  for (const secrets of all) assert.deepEqual(secrets, all[0]);
  assert.deepEqual(await readdir(dataDir), ['secrets.json']);
});

test('a draft that a killed start left does not stop the next one', async () => {
  verifies('DEC-SETTING-10');
  // In a container every start has the same process id.
  await writeFile(path.join(dataDir, `secrets.json.${process.pid}`), '');
  assert.ok((await loadSecrets(dataDir)).workerToken.length >= 32);
});
