import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { copyWorks } from '../support/copy-works.ts';
import { until } from '../support/deadline.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The explore page while works vanish, with 500 of them, and with fast typing. */

const WORKS = 500;

let service: TestApp;
let browser: Browser;
let painter: Awaited<ReturnType<typeof newCaller>> & { readonly token: string };
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  const caller = await newCaller(service);
  painter = { ...caller, token: await tokenOf(service, caller) };
});
after(async () => {
  await browser?.close();
  await service.stop();
});

async function publish(prompt: string): Promise<string> {
  const bytes = paintedPng(1024, 576, prompt.length);
  const jobId = await makeResult(service, painter, { prompt, width: 1024, height: 576, bytes });
  assert.equal((await painter.call('PUT', `/published/${jobId}`, AGREED)).status, 204);
  return jobId;
}

test('a work has an address, which the back button leaves, and its prompt is taken to the studio', async () => {
  verifies('DEC-CONSOLE-06');
  await publish('a kite over the dunes');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/explore');
  await page.getByRole('button', { name: 'a kite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Published work' });
  await dialog.waitFor();
  const address = new URL(page.url());
  assert.match(address.search, /^\?work=[0-9a-f-]{36}$/);
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/explore');
  await tab.open(`/explore${address.search}`);
  await dialog.getByRole('link', { name: 'Use this prompt' }).click();
  await page.waitForURL(/\/studio$/);
  await until(async () => (await page.getByLabel('Prompt').inputValue()) === 'a kite over the dunes');
  tab.assertQuiet();
  await tab.close();
});

test('the preview of a work that fails says so on its tile, and is loaded again', async () => {
  verifies('DEC-STUDIO-32');
  await publish('a torn stamp');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  let isAway = true;
  await page.route('**/preview', (route) => (isAway ? route.fulfill({ status: 503 }) : route.continue()));
  await tab.open('/explore');
  const tile = page.getByRole('button', { name: /a torn stamp/ });
  await tile.getByText(/did not load; trying again/).waitFor();
  await photograph(page, 'explore-lost-preview');
  isAway = false;
  await page.evaluate(`window.dispatchEvent(new Event('online'))`);
  await tile.locator('img').waitFor();
  await tile.getByText(/did not load/).waitFor({ state: 'detached' });
  await tab.close();
});

test('of a work that is gone, its address, its tile and the studio say so', async () => {
  verifies('DEC-CONSOLE-06');
  const jobId = await publish('a sandcastle');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/explore');
  const tile = page.getByRole('button', { name: 'a sandcastle' });
  await tile.waitFor();
  assert.equal((await painter.call('DELETE', `/published/${jobId}`)).status, 204);
  await tile.click();
  const dialog = page.getByRole('dialog', { name: 'Published work' });
  await dialog.getByText('This work is no longer published.').waitFor();
  await photograph(page, 'explore-gone');
  const { search } = new URL(page.url());
  for (const address of [search, '?work=..%2F..%2Fsession', '?work=']) {
    await tab.open(`/explore${address}`);
    await dialog.getByText('This work is no longer published.').waitFor();
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await tab.open(`/studio${search}`);
  await page.getByText(/There is no such published work/).waitFor();
  await page.waitForURL(/\/studio$/);
  tab.assertQuiet();
  await tab.close();
});

test('a work is reported twice, and the second time is not a failure', async () => {
  verifies('DEC-CONSOLE-06');
  await publish('a reported rake');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/explore');
  await page.getByRole('button', { name: 'a reported rake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Published work' });
  for (let times = 0; times < 2; times++) {
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    const reason = dialog.getByRole('button', { name: 'Another reason' });
    await reason.dblclick();
    await reason.waitFor({ state: 'detached' });
    await page.getByText('A person will look at it.').first().waitFor();
  }
  const reports = await service.database.query('select from content_reports');
  assert.equal(reports.length, 1);
  tab.assertQuiet();
  await tab.close();
});

test('what was typed last is shown, although an earlier search responds later', async () => {
  verifies('DEC-CONSOLE-07');
  await publish('a walnut tree');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await page.route(/\/works\?.*q=w(&|$)/, async (route) => {
    await page.waitForResponse(/q=walnut/);
    await route.continue().catch(() => {});
  });
  await tab.open('/explore');
  await shows(page, /works/);
  const field = page.getByRole('searchbox');
  await field.fill('zzz');
  await shows(page, /Nothing that is published has “zzz”/);
  const said: (string | null)[] = [];
  await page.exposeFunction('say', (text: string) => said.push(text));
  await page.evaluate(`new MutationObserver(() => say(document.querySelector('main [role=status]').textContent))
    .observe(document.querySelector('main [role=status]'), { characterData: true, childList: true, subtree: true })`);
  await field.fill('w');
  await page.waitForRequest(/q=w(&|$)/);
  await field.fill('walnut');
  await shows(page, /1 work(?!s)/);
  await page.getByRole('button', { name: 'a walnut tree' }).waitFor();
  assert.ok(!said.some((text) => /Nothing that is published has “w/.test(text ?? '')), said.join(' | '));
  tab.assertQuiet();
  await tab.close();
});

test('500 works are scrolled through, each once, while others are published', async () => {
  verifies('DEC-CONSOLE-07');
  const jobId = await publish('a pebble');
  await copyWorks(service, jobId, WORKS);
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/explore');
  const tiles = page.getByRole('button', { name: /^pebble \d+$/ });
  const names = new Set<string>();
  let steps = 0;
  await until(async () => {
    const drawn = await tiles.allTextContents();
    assert.equal(new Set(drawn).size, drawn.length, 'each once');
    for (const name of drawn) names.add(name);
    steps += 1;
    if (steps === 3) await publish('published meanwhile');
    await page.evaluate('scrollBy(0, innerHeight)');
    return names.size === WORKS;
  });
  tab.assertQuiet();
  await tab.close();
});
