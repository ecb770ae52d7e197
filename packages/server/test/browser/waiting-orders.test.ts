import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Orders that wait in the page while the person looks at something else. */

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

test('an order that waits is sent, and asked about, while another page of the console is shown', async () => {
  verifies('DEC-STUDIO-04');
  const tab = await openTab(service, browser);
  const { page } = tab;
  const countJobs = async () =>
    (await service.database.query('select from jobs where account_id = $1', [tab.accountId])).length;
  const deliverNext = async () => void (await deliver(service.worker, await takeLease(service.worker)));
  await page.clock.install();
  await tab.open('/studio');
  for (const prompt of ['a first wave', 'a second wave']) {
    await page.getByLabel('Prompt').fill(prompt);
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('button', { name: 'Image, waiting: a first wave' }).waitFor();
  }
  await shows(page, /One order waits in this page/);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await page.getByRole('heading', { name: 'Explore' }).waitFor();
  const asked = page.waitForEvent('dialog', { timeout: 5_000 });
  const leaving = page.reload().catch(() => {});
  const dialog = await asked;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await leaving;
  await deliverNext();
  await until(async () => {
    await page.clock.runFor(10_000);
    return (await countJobs()) === 2;
  });
  await deliverNext();
  await page.getByRole('link', { name: 'Studio' }).first().click();
  await page.getByRole('button', { name: 'Image, ready: a second wave' }).waitFor();
  assert.equal(await countJobs(), 2);
  await tab.close();
});
