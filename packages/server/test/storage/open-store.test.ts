import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

test('a server that keeps files loads nothing of the SDK', async () => {
  verifies('DEC-SETTING-07');
  const loaded: string[] = [];
  const hooks = registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  const sdk = () => loaded.filter((url) => /@aws-sdk|@smithy/.test(url));
  await import('../../src/app.ts');
  const { openStore } = await import('../../src/storage/open-store.ts');
  (await openStore(undefined, '/nowhere')).close();
  assert.deepEqual(sdk(), []);
  const location = { bucket: 'media', prefix: '', endpoint: undefined, publicEndpoint: undefined };
  (await openStore({ ...location, region: 'x', direct: true }, '')).close();
  assert.ok(sdk().length > 0);
  hooks.deregister();
});
