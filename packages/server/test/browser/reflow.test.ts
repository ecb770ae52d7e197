import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The studio and the explore page with prompts of every kind, on small and zoomed screens, in forced colours. */

const ENDLESS = 'x'.repeat(2000);
const ARABIC = 'قطة عجوز على السطح، (في الخلفية: القمر)!';
const HTML = '<img src=x onerror="document.title=1"><b>bold</b> &amp; {{7*7}}';
const EMOJI = '👩🏽‍🚀🏳️‍🌈 a family 👨‍👩‍👧‍👦 é';
const PROMPTS = [ENDLESS, ARABIC, HTML, EMOJI];

let service: TestApp;
let browser: Browser;
let tab: ConsoleTab;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  tab = await openTab(service, browser);
  const { accountId, page } = tab;
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  const cookies = await page.context().cookies(service.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { call } = consoleCaller(service, { accountId, headers: { cookie } });
  for (const [at, prompt] of PROMPTS.entries()) {
    const bytes = paintedPng(1024, 576, at);
    const jobId = await makeResult(
      service,
      { accountId, token },
      { prompt, width: 1024, height: 576, bytes },
    );
    assert.equal((await call('PUT', `/published/${jobId}`, AGREED)).status, 204);
  }
});
after(async () => {
  await tab?.close();
  await browser?.close();
  await service.stop();
});

const startOf = (prompt: string): string => prompt.slice(0, 20);
const tileOf = (page: Page, prompt: string) => page.getByRole('button').filter({ hasText: startOf(prompt) });

const BORDER = new Function(
  'element',
  'return getComputedStyle(element.closest("label")).borderWidth',
) as () => string;
const DECORATION = new Function(
  'element',
  'return getComputedStyle(element.closest("a, label")).textDecorationLine',
) as () => string;
const DIRECTION = new Function('element', 'return getComputedStyle(element).direction') as () => string;

/** The direction in which the element of a text is shown. */
const directionOf = (page: Page, text: string, within: string) =>
  page.locator(within).getByText(startOf(text)).last().evaluate(DIRECTION);

test('prompts are shown as they were written, in their own direction', async () => {
  verifies('DEC-STUDIO-14');
  const { page } = tab;
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [address, dialogName] of [
    ['/studio', 'Image'],
    ['/explore', 'Published work'],
  ] as const) {
    await tab.open(address);
    await tileOf(page, ARABIC).waitFor();
    await photograph(page, `prompts${address.replace('/', '-')}`);
    for (const prompt of PROMPTS) {
      const direction = prompt === ARABIC ? 'rtl' : 'ltr';
      assert.equal(await directionOf(page, prompt, 'main'), direction, `${address}: ${startOf(prompt)}`);
      await tileOf(page, prompt).click();
      const dialog = page.getByRole('dialog', { name: dialogName });
      await dialog.getByText(prompt, { exact: true }).waitFor();
      assert.equal(await directionOf(page, prompt, '[role=dialog]'), direction);
      if (prompt === ENDLESS) await photograph(page, `endless-prompt${address.replace('/', '-')}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    assert.match(await page.title(), /Kinora/);
  }
  await tab.open('/studio');
  await page.getByLabel('Prompt').fill(ARABIC);
  assert.equal(await page.getByLabel('Prompt').evaluate(DIRECTION), 'rtl');
  tab.assertQuiet();
});

/** Screens of 320 pixels, of 1280 × 1024 at 400 % and 200 % zoom, and of a phone on its side. */
const SCREENS = [
  [320, 640],
  [320, 256],
  [640, 512],
  [844, 390],
] as const;

/** How much wider the content of the page, or of an open dialog, is than its place. */
const excess = (page: Page, selector: string) =>
  page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
  );

/** The height that stays where it is while the page scrolls. */
const COVERED = `[...document.querySelectorAll('header, nav, section')]
  .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
  .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)`;

test('small and zoomed screens scroll in one direction, and most of the screen is left for the page', async () => {
  verifies('DEC-STUDIO-14');
  const { page } = tab;
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const address of ['/studio', '/explore']) {
      const name = `${address} at ${width} × ${height}`;
      await tab.open(address);
      await tileOf(page, HTML).waitFor();
      assert.ok((await excess(page, 'html')) <= 0, `${name} scrolls sideways`);
      const covered = await page.evaluate<number>(COVERED);
      assert.ok(covered < height / 2, `${name}: ${covered} pixels are covered`);
      await until(async () => {
        // Only what is near the screen is drawn.
        await page.mouse.wheel(0, height);
        return (await tileOf(page, ENDLESS).count()) > 0;
      });
      await tileOf(page, ENDLESS).click();
      await page.getByRole('dialog').getByText(ENDLESS).waitFor();
      assert.ok((await excess(page, 'html')) <= 0, `${name} scrolls sideways below a dialog`);
      assert.ok((await excess(page, '[role=dialog]')) <= 0, `the dialog of ${name} scrolls sideways`);
      await page.keyboard.press('Escape');
    }
  }
});

test('text of twice the size stays within a narrow phone, signed in and signed out', async () => {
  verifies('DEC-STUDIO-14');
  const signedIn = { storageState: await tab.page.context().storageState() };
  for (const [address, session] of [
    ['/studio', signedIn],
    ['/explore', signedIn],
    ['/explore', {}],
  ] as const) {
    const context = await browser.newContext({ ...session, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const settings = await context.newCDPSession(page);
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.goto(`${service.url}${address}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // Only what is near the screen is drawn, and the form of an order is above it.
    await until(async () => {
      await page.evaluate('scrollBy(0, 300)');
      return (await tileOf(page, HTML).count()) > 0;
    });
    assert.ok((await excess(page, 'html')) <= 0, `${address} scrolls sideways`);
    await context.close();
  }
});

test('in forced colours what is chosen can be seen, and with reduced motion nothing moves', async () => {
  verifies('DEC-STUDIO-14');
  const { page } = tab;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await tab.open('/studio');
  await page.getByLabel('Prompt').fill('a mill');
  await page.getByRole('button', { name: 'Generate' }).click();
  await shows(page, /Next to start/);
  const borderOf = (name: string) => page.getByRole('radio', { name, exact: true }).evaluate(BORDER);
  assert.notEqual(await borderOf('Image'), await borderOf('Upscale'));
  const decorationOf = (text: string) => page.getByText(text, { exact: true }).first().evaluate(DECORATION);
  assert.notEqual(await decorationOf('All'), await decorationOf('Videos'));
  assert.notEqual(await decorationOf('Studio'), await decorationOf('Explore'));
  const moving = '[...document.getAnimations()].filter((one) => one.playState === "running").length';
  await until(async () => (await page.evaluate<number>(moving)) === 0);
  tab.assertQuiet();
});
