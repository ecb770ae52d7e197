import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { codeBlocksOf, placeOf } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { contents } from '../../src/http/docs/contents.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { SLOW_MS } from '../support/deadline.ts';
import { createReader, type Reader } from '../support/reader.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { buyAtSandbox } from '../support/sandbox-purchase.ts';
import { startDocumented } from '../support/start-documented.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The commands of the pages of /docs, run as a reader does: in a shell, page after page. */

let service: TestApp;
let worker: ReturnType<typeof startRealWorker>;
let reader: Reader;
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, createProceduralEngine());
  reader = await createReader({ DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir });
  reader.placeholders.set('http://127.0.0.1:8787', service.url);
  reader.placeholders.set('https://media.example.com', service.url);
});
after(async () => {
  await reader.leave();
  await worker.stop();
  await service.stop();
});

for (const file of contents.flatMap(({ files }) => files)) {
  const blocks = codeBlocksOf(`docs/${file}`).filter(({ mark }) => /^(run|start|output)$/.test(mark));
  if (blocks.length === 0) continue;
  test(`the commands of docs/${file} work`, { timeout: 4 * SLOW_MS }, async () => {
    verifies('DEC-DOCS-02');
    await becomeCustomer(file);
    let output = '';
    for (const block of blocks) {
      if (block.mark === 'start') await startDocumented(reader, block, service.url);
      else if (block.mark === 'output') assert.deepEqual(JSON.parse(output), JSON.parse(block.text));
      else if (block.language === 'sql') await service.database.query(block.text);
      else {
        output = await reader.run(block);
        const isShown = blocks[blocks.indexOf(block) + 1]?.mark === 'output';
        if (!isShown) assert.doesNotMatch(output, /"error":"/, placeOf(block));
        noteWorkerToken(output);
      }
    }
  });
}

/** Each page has a customer of its own; that about plans has one with a plan and a card. */
async function becomeCustomer(file: string): Promise<void> {
  const customer = await service.account();
  if (file.endsWith('paying-and-caps.md')) {
    await buyAtSandbox(service, systemClock, customer, { plan: 'pro', interval: 'month' });
  }
  reader.placeholders.set('kn_...', customer.key);
  reader.set({ KINORA_URL: `${service.url}/api`, KINORA_KEY: customer.key });
}

function noteWorkerToken(output: string): void {
  const [, token] = /^Worker token +(\S+)$/m.exec(output) ?? [];
  if (token !== undefined) reader.placeholders.set('KINORA_WORKER_TOKEN=...', `KINORA_WORKER_TOKEN=${token}`);
}

test('the quick start and the guide to zero retention leave an image', async () => {
  verifies('DEC-DOCS-02');
  for (const name of ['image.png', 'private.png']) {
    const image = await probeMedia(await readFile(path.join(reader.folder, name)));
    assert.deepEqual([image.kind, image.width, image.height], ['png', 512, 512], name);
  }
});
