import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedModules } from '../support/loaded-modules.ts';

/** What a command loads before it works, which everybody who runs it waits for. */

const isOfServer = (url: string) =>
  /server\/src\/(?:app|safety\/lexicon|http\/)|node_modules\/fastify\//.test(url);

test('a command of the operator loads neither the server nor the words of the prompt check', async () => {
  const loaded = await loadedModules(`await src('cli/with-database.ts');`);
  assert.ok(loaded.some((url) => url.endsWith('src/config.ts')));
  assert.deepEqual(loaded.filter(isOfServer), []);
});

test('the server is loaded after its settings are read', async () => {
  const refused = await loadedModules(`
    process.env.KINORA_PORT = 'http';
    const { serve } = await src('cli/serve-command.ts');
    await serve.run([]).catch(() => {});
  `);
  assert.deepEqual(refused.filter(isOfServer), []);
  const server = await loadedModules(`await src('app.ts');`);
  assert.ok(server.some(isOfServer));
  // Only a certificate that the operator gives is checked with it.
  assert.deepEqual(
    server.filter((url) => url.includes('@peculiar/')),
    [],
  );
});
