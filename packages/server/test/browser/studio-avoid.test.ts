import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { launchBrowser } from '../support/browser.ts';
import { apply, changedCatalogue, type LooseDocument } from '../support/catalogues.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const operations = workerCapabilities().map((can) => ({ ...can, negative_prompt: true as const }));
const capabilities = { ...leaseRequest().capabilities, operations };

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  await keepWorkerReady(service.database, { worker: 'taking', capabilities });
  const changed = changedCatalogue((document: LooseDocument) => {
    document.models[0].negative_prompt = true;
  });
  await apply(service.database, changed);
  const { url } = service;
  await until(async () => (await send(`${url}/api/v1/models/image`, {})).body.negative_prompt === true);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

test('what to avoid is folded for a model that takes it, sent with the order, shown with the job and reused', async () => {
  verifies('DEC-NEGATIVE-08');
  const { page, open } = await openTab(service, browser);
  await open('/studio');
  const folded = page.getByText('What to avoid', { exact: true });
  await folded.waitFor();
  const field = page.getByRole('textbox', { name: 'What to avoid' });
  assert.equal(await field.isVisible(), false);
  await page.getByLabel('Prompt').fill('a pear');
  // The keyboard opens it as the pointer does.
  await folded.focus();
  await page.keyboard.press('Enter');
  await field.fill('worms, bruises');
  await photograph(page, 'studio-avoid');
  await page.getByRole('button', { name: 'Generate' }).click();
  const lease = await takeLease(service.worker, { capabilities });
  assert.equal(lease.task.negative_prompt, 'worms, bruises');
  await deliver(service.worker, lease);

  await field.fill('');
  assert.equal(await field.isVisible(), true, 'it does not fold under the cursor');
  await open(`/studio?job=${lease.job_id}`);
  await page.getByRole('dialog').getByText('To avoid: worms, bruises').waitFor();
  await photograph(page, 'studio-avoid-details');
  await page.getByRole('button', { name: 'Reuse settings' }).click();
  await until(async () => (await field.inputValue()) === 'worms, bruises');
  await page.getByRole('radio', { name: 'Video', exact: true }).click();
  await folded.waitFor({ state: 'detached' });
});
