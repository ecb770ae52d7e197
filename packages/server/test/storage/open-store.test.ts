import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { loadedModules } from '../support/loaded-modules.ts';

const isOfSdk = (url: string) => /@aws-sdk|@smithy/.test(url);

async function open(location: object | undefined): Promise<readonly string[]> {
  return loadedModules(`
    await src('app.ts');
    const { openStore } = await src('storage/open-store.ts');
    (await openStore(${JSON.stringify(location)}, '/nowhere')).close();
  `);
}

test('a server that keeps files loads nothing of the SDK', async () => {
  verifies('DEC-SETTING-07');
  assert.deepEqual((await open(undefined)).filter(isOfSdk), []);
  const objects = await open({ bucket: 'media', prefix: '', region: 'x', direct: true, addressing: 'path' });
  assert.ok(objects.some(isOfSdk));
});
