import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { SLOW_MS } from '../support/deadline.ts';
import { createReader } from '../support/reader.ts';
import { startTestApp } from '../support/test-app.ts';

/** The commands that the pages run in containers and pods, without the engine around them: as any user, who has no home. */

const pages = {
  'docs/guides/install.md': 'docker exec kinora ',
  'docs/scale.md': 'kubectl exec deploy/kinora-server -- ',
};

for (const [page, prefix] of Object.entries(pages)) {
  test(`the commands in images of ${page} work`, { timeout: SLOW_MS }, async (context) => {
    verifies('DEC-DOCS-05');
    const service = await startTestApp();
    context.after(() => service.stop());
    const settings = { DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir };
    const reader = await createReader({ ...settings, HOME: '/nonexistent' });
    context.after(() => reader.leave());
    // In an image the command has this name.
    reader.placeholders.set(`${prefix}kinora`, 'npm run -s kinora --');
    const [block, ...others] = blocksFor(page, 'documentation/commands-in-images');
    assert.ok(block && others.length === 0);
    assert.ok(block.text.split('\n').every((line) => line === '' || line.startsWith(prefix)));
    assert.match(await reader.run(block), /^ledger +every invariant holds[\s\S]*^API key +kn_/m);
  });
}
