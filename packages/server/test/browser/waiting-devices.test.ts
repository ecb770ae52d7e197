import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { orderedPrompts } from '../support/studio-orders.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What waits on the server, as several devices show it, and what has not reached the server. */

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

async function openStudio(): Promise<ConsoleTab> {
  const tab = await openTab(service, browser);
  await tab.open('/studio');
  return tab;
}

test('an order that waits is seen, moved and cancelled on another device, and goes on without a page', async () => {
  verifies('DEC-WAIT-08', 'DEC-WAIT-04');
  const tab = await openStudio();
  const { page } = tab;
  const generate = async (prompt: string) => {
    await page.getByLabel('Prompt').fill(prompt);
    await page.getByRole('button', { name: 'Generate' }).click();
  };
  await generate('a first wave');
  await page.getByRole('button', { name: 'Image, waiting: a first wave' }).waitFor();
  const here = page.getByRole('region', { name: /waiting$/ });
  for (const prompt of ['a second wave', 'a third wave', 'a fourth wave']) {
    await generate(prompt);
    await here.locator('li').getByText(prompt).waitFor({ state: 'attached' });
  }
  // One line, until it is opened.
  assert.equal(await here.getByRole('list').count(), 0);
  await here.getByRole('heading', { name: '3 waiting' }).click();
  await here.getByText('Image · Free').first().waitFor();
  await photograph(page, 'studio-waiting');

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await context.addCookies(await page.context().cookies());
  const phone = await context.newPage();
  await phone.goto(`${service.url}/studio`);
  await phone.getByRole('region', { name: '3 waiting' }).waitFor();
  await photograph(phone, 'studio-waiting-phone');
  await phone.getByRole('heading', { name: '3 waiting' }).click();
  await phone.getByRole('button', { name: 'Earlier: a fourth wave' }).click();
  await phone.getByRole('button', { name: 'Earlier: a fourth wave' }).click();
  await until(async () => (await waitingIn(page)).join() === 'a fourth wave,a second wave,a third wave');
  await phone.getByRole('button', { name: 'Cancel: a second wave' }).click();
  await page.getByRole('region', { name: '2 waiting' }).waitFor();
  assert.deepEqual(await waitingIn(page), ['a fourth wave', 'a third wave']);
  await context.close();

  // No page is open that could send anything.
  await page.goto('about:blank');
  await deliver(service.worker, await takeLease(service.worker));
  await deliver(service.worker, await takeLease(service.worker));
  await tab.open('/studio');
  await page.getByRole('button', { name: 'Image, ready: a fourth wave' }).waitFor();
  await deliver(service.worker, await takeLease(service.worker));
  await page.getByRole('button', { name: 'Image, ready: a third wave' }).waitFor();
  await page.getByRole('region', { name: /waiting/ }).waitFor({ state: 'detached' });
  assert.deepEqual(await orderedPrompts(service, tab), ['a first wave', 'a fourth wave', 'a third wave']);
  tab.assertQuiet();
  await tab.close();
});

/** The prompts of what waits, as the page shows them. */
const waitingIn = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: /waiting$/ })
    .locator('li bdi')
    .allTextContents();

test('before a page is left that has orders which did not reach the service, it asks, by every way out', async () => {
  verifies('DEC-STUDIO-18');
  const tab = await openStudio();
  const { page } = tab;
  await shows(page, /1024 × 1024.*Free/);
  await page.route('**/api/console/studio/orders', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByLabel('Prompt').fill('a lost wave');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('region', { name: '1 order is not sent yet' }).waitFor();
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await page.getByRole('heading', { name: 'Explore' }).waitFor();
  // The way to the plans is no way out.
  await page.goBack();
  await page.getByRole('link', { name: 'See the plans' }).click();
  await page.getByRole('heading', { name: 'Prices', level: 1 }).waitFor();
  const menu = async (item: string) => {
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.locator('#person').getByText(item).click();
  };
  const waysOut: Readonly<Record<string, () => Promise<unknown>>> = {
    reload: () => page.evaluate('setTimeout(() => location.reload())'),
    address: () => page.evaluate(`setTimeout(() => location.assign('/terms'))`),
    documents: () => menu('Documentation'),
    'sign-out': () => menu('Sign out'),
    back: () => page.evaluate('history.go(-10), history.go(1 - history.length)'),
    close: () => page.close({ runBeforeUnload: true }),
  };
  for (const [way, leave] of Object.entries(waysOut)) {
    const asked = page.waitForEvent('dialog', { timeout: 15_000 });
    // The dialog keeps what leads to it waiting.
    void leave().catch(() => {});
    const dialog = await asked.catch(() => assert.fail(`not asked before leaving by ${way}`));
    assert.equal(dialog.type(), 'beforeunload', way);
    await dialog.dismiss();
    assert.equal(new URL(page.url()).pathname, '/pricing', way);
    await page.keyboard.press('Escape');
  }
  await page.unroute('**/api/console/studio/orders');
  await page.getByRole('link', { name: 'Studio' }).first().click();
  await page.getByRole('button', { name: 'Image, waiting: a lost wave' }).waitFor({ timeout: 15_000 });
  await deliver(service.worker, await takeLease(service.worker));
  assert.deepEqual(await orderedPrompts(service, tab), ['a lost wave']);
  await tab.close();
});
