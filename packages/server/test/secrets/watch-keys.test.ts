import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { systemClock } from '../../src/kernel/clock.ts';
import { loadSecrets, writeSecrets } from '../../src/secrets/secrets-file.ts';
import { watchKeys } from '../../src/secrets/watch-keys.ts';
import { until } from '../support/deadline.ts';
import { keyVersion } from '../support/keys.ts';

test('a server reads a new file, and keeps its keys while the file is damaged or missing', async (context) => {
  verifies('DEC-SECRET-03');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-watch-'));
  const place = path.join(dataDir, 'secrets.json');
  const secrets = await loadSecrets(dataDir);
  const [first] = secrets.keys.links;
  const problems: string[] = [];
  const onError = (error: unknown) => problems.push(String(error));
  const live = watchKeys(dataDir, secrets.keys, { clock: systemClock, onError });
  context.after(async () => {
    await live.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const content = await readFile(place, 'utf8');
  await writeFile(place, content.slice(0, -20));
  await until(() => problems.length > 0);
  assert.deepEqual(live.keysOf('links').signing, first);
  await rm(place);

  await writeFile(`${place}.restored`, content);
  await rename(`${place}.restored`, place);
  const next = keyVersion(2, Buffer.alloc(32, 6).toString('base64url'));
  const links = [...secrets.keys.links, next];
  await writeSecrets(place, { ...secrets, keys: { ...secrets.keys, links } });
  await until(() => live.keysOf('links').signing.version === 2);
  assert.deepEqual(live.keysOf('links').honoured, [next, first]);
  assert.equal(problems.length, 1, 'a damaged file is reported once');
});
