import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { blocksFor, codeBlocksOf } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { contents, OPERATING } from '../../src/http/docs/contents.ts';
import { createReader, type Reader } from '../support/reader.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What a customer gets from the service, who has a browser, an address and a key: no clone and no package. */

let service: TestApp;
let customer: Reader;
before(async () => {
  service = await startTestApp();
  customer = await createReader({});
  customer.placeholders.set('http://127.0.0.1:8787', service.url);
  customer.placeholders.set('kn_...', (await service.account()).key);
});
after(async () => {
  await customer.leave();
  await service.stop();
});

const sh = (text: string) =>
  customer.run({ document: 'docs/client.md', line: 1, language: 'sh', mark: 'run', text });

test('the client, the command line and the MCP adapter come from the service and call it', async () => {
  verifies('DEC-DOCS-14');
  for (const document of ['docs/client.md', 'docs/command-line.md', 'docs/mcp.md']) {
    const block = codeBlocksOf(document).find(({ text }) => text.includes('/downloads/'));
    assert.ok(block !== undefined, document);
    await customer.run(block);
  }
  const [example] = blocksFor('docs/client.md', 'client/served-client');
  assert.ok(example !== undefined);
  assert.match(await sh(`cat > quote.mjs <<'END'\n${example.text}END\nnode quote.mjs`), /price_cents: 5/);
  const usage = await sh('KINORA_API_KEY=kn_... XDG_CONFIG_HOME=$PWD/config node kinora.mjs usage');
  assert.match(usage, /^Balance +100\.00 USD$/m);
  assert.match(await sh('cat kinora-mcp.mjs'), new RegExp(service.url));
});

test('the served programs run on the oldest Node that is supported', {
  skip: oldNode() === undefined,
}, async () => {
  verifies('DEC-DOCS-14');
  assert.match(await sh(`${oldNode()} kinora.mjs --version`), /^kinora \d/);
});

/** A Node 20 beside ours, where there is one. */
function oldNode(): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'for n in $(which -a node); do $n --version; echo $n; done'], {
    encoding: 'utf8',
  });
  const [, program] = /^v2[0-3]\..*\n(.*)$/m.exec(stdout) ?? [];
  return program;
}

const FOR_OPERATORS = /operator/i;

test('no page for customers has a command of the clone, unless it says that it is for operators', () => {
  verifies('DEC-DOCS-14');
  const files = contents.filter(({ title }) => title !== OPERATING).flatMap(({ files }) => files);
  for (const file of files) {
    for (const { text, line } of codeBlocksOf(`docs/${file}`)) {
      if (FOR_OPERATORS.test(text)) continue;
      assert.doesNotMatch(text, /npm run|packages\/|--workspace/, `docs/${file}:${line}`);
    }
  }
});
