import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pricing } from '@kinora/contract';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** From the prices that a stranger reads to the order that costs as much, and from a lock to what it kept. */

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  const caller = await newCaller(service, 'painter@example.com');
  const painter = { ...caller, token: await tokenOf(service, caller) };
  const order = { prompt: 'a lighthouse', type: 'image_hd', width: 1280, height: 720 } as const;
  const jobId = await makeResult(service, painter, { ...order, bytes: paintedPng(1280, 720, 1) });
  await caller.call('PUT', `/published/${jobId}`, AGREED);
});
after(async () => {
  await browser?.close();
  await service.stop();
});

const radio = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name });

/** On the sandbox's page. */
async function pay(page: Page): Promise<void> {
  await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
}

test('a stranger reads the price of a video, signs up, adds a balance, and pays exactly that', async () => {
  verifies('DEC-PRICING-01', 'DEC-PRICING-05');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/');
  await shows(page, /An image from 0\.05 USD, a second of video from 0\.10 USD\./);
  await page.getByRole('link', { name: 'See the prices' }).click();
  await shows(page, /What would it cost\?/);
  await photograph(page, 'pricing');
  await radio(page, 'Size', '1920 × 1088').check({ force: true });
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await shows(page, /0\.80 USD\s*Fast · 1920 × 1088 · 5\.33\ss · with sound/);
  await page.getByRole('link', { name: 'Make it in the studio' }).click();

  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill('stranger@example.com');
  await page.getByLabel(/^Password/).fill('correct horse battery');
  await page.getByLabel(/18/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await shows(page, /1920 × 1088 · 5\.3 s · with sound[\s\S]*0\.80 USD · 0\.00 USD left/);
  await page.getByLabel('Prompt').fill('a steam train over a viaduct');
  await page.getByRole('button', { name: 'Top up 10 USD' }).click();
  await pay(page);

  await shows(page, /0\.80 USD · 10\.00 USD left/);
  assert.equal(new URL(page.url()).pathname, '/studio');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page
    .getByRole('button', { name: /a steam train over a viaduct/ })
    .first()
    .waitFor();
  const [job] = await service.database.query<{ width: number; height: number; cents: number }>(
    `select width, height, price_cents::int as cents from jobs join charges on job_id = jobs.id where model = 'fast'`,
  );
  assert.deepEqual(job, { width: 1920, height: 1088, cents: 80 });
  await shows(page, /9\.20 USD left/);
  tab.assertQuiet();
  await tab.close();
});

test('a lock of the studio leads to the plan that has it, and the payment back to what was wanted', async () => {
  verifies('DEC-PRICING-06');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/studio');
  await page.getByLabel('Prompt').fill('a quiet harbour');
  await page.locator('label', { hasText: '4K' }).locator('a').click();
  await shows(page, /You wanted 4K images\. That comes with Max;/);
  await photograph(page, 'pricing-wanted');
  await page.getByRole('button', { name: 'Subscribe to Max', exact: true }).click();
  await pay(page);
  await radio(page, 'Size', '4K').waitFor();
  await until(() => radio(page, 'Size', '4K').isChecked());
  assert.equal(new URL(page.url()).search, '', 'a reload does not change the settings again');
  assert.equal(await page.getByLabel('Prompt').inputValue(), 'a quiet harbour');
  await tab.open('/pricing');
  await shows(page, /Your plan/);
  tab.assertQuiet();
  await tab.close();
});

test('a stranger who chose a plan finds its button under the finger after signing up', async () => {
  verifies('DEC-PRICING-06');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/pricing?want=image_4k-4096');
  await page.getByRole('link', { name: 'Sign up for Max' }).click();
  await page.getByLabel('Email').fill('chooser@example.com');
  await page.getByLabel(/^Password/).fill('correct horse battery');
  await page.getByLabel(/18/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  const focused = () => page.evaluate<string | null>(`document.activeElement.getAttribute('aria-label')`);
  await until(async () => (await focused()) === 'Subscribe to Max');
  await page.keyboard.press('Enter');
  await pay(page);
  await until(() => radio(page, 'Size', '4K').isChecked());
  tab.assertQuiet();
  await tab.close();
});

test('“See the plans” says what is locked, by keyboard too', async () => {
  verifies('DEC-PRICING-06');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/studio');
  await page.getByRole('link', { name: 'See the plans' }).focus();
  await page.keyboard.press('Enter');
  await shows(page, /You wanted Full HD images\. That comes with a balance, Pro or Max/);
  await page.getByRole('link', { name: 'Back to the studio' }).click();
  await radio(page, 'Kind', 'Video').first().check({ force: true });
  await page.getByRole('link', { name: 'Sound with the credits of Pro' }).click();
  await shows(page, /You wanted videos with sound\./);
  await page.goBack();
  await page.getByRole('link', { name: /Up to 10\.7 s/ }).click();
  await shows(page, /You wanted longer videos\./);
  tab.assertQuiet();
  await tab.close();
});

const imageOnly = ({ models, ...pricing }: Pricing): Pricing => ({
  ...pricing,
  models: models.filter(({ id }) => id === 'image'),
});
const noPlans = ({ offers, ...pricing }: Pricing): Pricing => ({
  ...pricing,
  offers: offers.filter(({ by }) => by !== 'plan'),
});
const twelveModels = ({ models, ...pricing }: Pricing): Pricing => ({
  ...pricing,
  models: Array.from({ length: 12 }, (_, at) => {
    const model = models[at % models.length] as Pricing['models'][number];
    const only = at % 5 === 4 ? ['Max'] : null;
    return { ...model, id: `${model.id}-${at}`, title: `${model.title} ${at + 1}`, only_for: only };
  }),
});

test('the page fits what the operator sells: one image model, twelve models, no plans', async () => {
  verifies('DEC-PRICING-03');
  const response = await fetch(`${service.url}/api/console/pricing`);
  const sold = (await response.json()) as Pricing;
  for (const [name, change] of Object.entries({ imageOnly, noPlans, twelveModels })) {
    const tab = await openTab(service, browser, { email: null });
    const { page } = tab;
    await page.route('**/api/console/pricing', (route) => route.fulfill({ json: change(sold) }));
    await tab.open('/pricing');
    await shows(page, /What would it cost\?/);
    const text = (await page.textContent('main')) ?? '';
    assert.equal(/a second of video/.test(text), name !== 'imageOnly');
    assert.equal(await page.getByRole('slider').count(), name === 'imageOnly' ? 0 : 1);
    assert.equal(await page.getByRole('link', { name: /^Sign up for/ }).count(), name === 'noPlans' ? 0 : 2);
    await photograph(page, `pricing-${name}`);
    tab.assertQuiet();
    await tab.close();
  }
});

test('a link to the page has its title and a description', async () => {
  const html = await (await fetch(`${service.url}/pricing`)).text();
  assert.match(html, /<title>Prices · Kinora<\/title>/);
  assert.match(html, /<meta name="description" content="What an image and a second of video cost/);
  assert.match(html, /<meta property="og:title" content="Prices · Kinora">/);
});
