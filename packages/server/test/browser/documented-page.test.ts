import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { launchBrowser } from '../support/browser.ts';
import { serveFrontEnd } from '../support/front-end.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp } from '../support/test-app.ts';

test('the script of the documentation signs up, orders and reads the job, on a page of another origin', async (t) => {
  verifies('DEC-BROWSER-01', 'DEC-DOCS-04');
  const frontEnd = await serveFrontEnd();
  const origin = frontEnd.origin('127.0.0.1');
  const service = await startTestApp({ environment: { KINORA_ALLOWED_ORIGINS: origin } });
  const worker = startRealWorker(service, createProceduralEngine());
  const browser = await launchBrowser();
  t.after(async () => {
    await browser.close();
    await worker.stop();
    await service.stop();
    await frontEnd.close();
  });
  const page = await browser.newPage();
  await page.goto(origin);

  const [block] = blocksFor('docs/browsers.md', 'browser/documented-page');
  const script = block?.text.replace('https://media.example.com', service.url) ?? '';
  const found = await page.evaluate(`(async () => {
    const email = 'ann@example.com';
    const password = 'correct horse battery';
    ${script}
    return { me, price, job, status };
  })()`);
  const { me, price, job, status } = found as Record<string, Record<string, unknown>>;
  assert.equal(me?.tier, 'free');
  assert.equal(typeof price?.credit_cost, 'number', JSON.stringify(price));
  assert.equal(status?.job_id, job?.job_id, JSON.stringify([job, status]));
});
