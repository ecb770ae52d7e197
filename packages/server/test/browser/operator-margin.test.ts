import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openOperatorTab, photograph } from '../support/console-browser.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let browser: Browser;
let tab: ConsoleTab;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  tab = await openOperatorTab(service, browser);
});
after(async () => {
  tab?.assertQuiet();
  await browser?.close();
  await service.stop();
});

/** A worker that renders images for 4 cents, and videos for 12.5 cents a second. */
const { capabilities } = leaseRequest();
const dear = {
  worker: 'gpu-1',
  capabilities: {
    ...capabilities,
    operations: workerCapabilities().map((one) => ({
      ...one,
      ...(one.model === 'image' && { cost_cents: 4 }),
      ...(one.model === 'fast' && { cost_cents: 12.5 }),
    })),
  },
};

test('an operator reads what a month earned and cost, and what is sold below its cost', async () => {
  verifies('DEC-MARGIN-03', 'DEC-MARGIN-04');
  const { page } = tab;
  const customer = await service.account();
  const member = await jobCaller(service, 'max');
  const end = async (cents: number | undefined) =>
    deliver(service.worker, await takeLease(service.worker, dear), undefined, undefined, cents);
  for (const cents of [4, 4, undefined]) {
    await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
    await end(cents);
  }
  await customer.post('/v1/videos/generate', { prompt: 'a storm', mode: 'fast', duration: 5 });
  await end(62.5);
  await member.generate({ ...ASK, type: 'image' });
  await end(0.25);
  await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  const broken = await takeLease(service.worker, dear);
  await service.worker.fail(broken, { reason: 'CUDA out of memory', retryable: false, cost_cents: 1.5 });
  await tab.open('/operator');
  await shows(page, /Cost of that workwithout image0\.71 USD|Cost of that work0\.71 USDwithout image/);
  await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'Margin' }).click();
  await shows(page, /Sold below its cost/);
  await shows(page, /a second is sold from 10 cents and costs 12\.5 cents with the worker gpu-1/);
  await shows(page, /Revenue0\.65 USDCost0\.7225 USDMargin≤ -0\.0725 USD, -11\.2%/);
  await shows(page, /image1 included for 0\.0025 USD1 without a result for 0\.015 USD1 of unknown cost/);
  await photograph(page, 'operator-margin');
  await tab.open('/operator/prices');
  await shows(page, /Sold below its cost/);
  await photograph(page, 'operator-prices-below-cost');
});
