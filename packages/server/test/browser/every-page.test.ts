import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import {
  axeFindings,
  type ConsoleTab,
  openOperatorTab,
  openTab,
  showIn,
} from '../support/console-browser.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { faultsOfLayout } from '../support/layout.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Every page there is, from the narrowest phone to a small desktop. */

const WIDTHS = [320, 390, 768, 1024];
const PHONE = 390;
/** Landscape and portrait. */
const SHAPES = [
  [1024, 576],
  [576, 1024],
] as const;
const SECTIONS = readFileSync(new URL('../../../console/src/sections.ts', import.meta.url), 'utf8');
/** Those of the server itself, which work without script. */
const SERVED = [
  ...['', '?mode=up', '/password', '/password?token=none', '/code', '/email?token=none'].map(
    (end) => `/signin${end}`,
  ),
  ...['/activate', '/activate?user_code=BCDF-GHJK', '/account/key', '/account/top-up', '/terms', '/nowhere'],
];

/** What stands on a page of the console until it has what it shows. */
const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy]';

let service: TestApp;
let browser: Browser;
let tab: ConsoleTab;
const results: string[] = [];
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  tab = await openOperatorTab(service, browser);
  const { accountId, page } = tab;
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  const cookies = await page.context().cookies(service.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { call } = consoleCaller(service, { accountId, headers: { cookie } });
  for (let at = 0; at < 6; at++) {
    const [width, height] = SHAPES[at % 2] ?? SHAPES[0];
    const order = { prompt: `a lighthouse in a storm, seen from the ${at}th rock`, width, height };
    const bytes = paintedPng(width, height, at);
    const id = await makeResult(service, { accountId, token }, { ...order, bytes });
    results.push(id);
    assert.equal((await call('PUT', `/published/${id}`, AGREED)).status, 204);
  }
});
after(async () => {
  tab?.assertQuiet();
  await browser?.close();
  await service.stop();
});

/** The addresses of the console's pages, as its sections list them, of things that exist. */
function consoleAddresses(): string[] {
  const paths = [...SECTIONS.matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => path);
  assert.ok(paths.length > 20, 'the pages are found in sections.ts');
  const things: Readonly<Record<string, string>> = {
    '/operator/jobs/$id': `/operator/jobs/${results[0]}`,
    '/operator/accounts/$id': `/operator/accounts/${tab.accountId}`,
    '/operator/mails/$name': '/operator/mails/card_charged',
  };
  const open = paths.map((path) => things[path] ?? path);
  return [...open, `/studio?job=${results[0]}`];
}

/** What is wrong with the layout of a page at any of the widths. */
async function faultsOf(address: string, rules: readonly string[]): Promise<string[]> {
  const { page } = tab;
  const faults: string[] = [];
  await tab.open(address);
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // A frame later what follows the width is drawn.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const found = await faultsOfLayout(page, width === PHONE);
    if (width === PHONE) found.push(...(await axeFindings(page, rules)));
    faults.push(...found.map((fault) => `${address} at ${width}: ${fault}`));
  }
  return faults;
}

test('the pages of the console fit every screen, scroll by keyboard, and have room for a thumb', async () => {
  verifies('DEC-PHONE-01', 'DEC-PHONE-02', 'DEC-PHONE-03');
  const faults: string[] = [];
  const rules = ['scrollable-region-focusable', 'target-size'];
  for (const address of consoleAddresses()) faults.push(...(await faultsOf(address, rules)));
  assert.deepEqual(faults, []);
});

test('the pages of the server and the documents do too', async () => {
  verifies('DEC-PHONE-01', 'DEC-PHONE-02', 'DEC-PHONE-03');
  await tab.page.goto(`${service.url}/docs`);
  const documents = await tab.page
    .locator('.groups a[href^="/docs"]')
    .evaluateAll((links) => links.map((link) => (link as unknown as { readonly pathname: string }).pathname));
  assert.ok(documents.length > 20, 'the documents are listed');
  const faults: string[] = [];
  for (const address of [...SERVED, ...documents, '/api/docs'])
    faults.push(...(await faultsOf(address, ['scrollable-region-focusable'])));
  assert.deepEqual(faults, []);
});

test('axe-core finds nothing on the pages that things are made on: wide and narrow, light and dark', async () => {
  verifies('DEC-CONSOLE-13');
  const stranger = await openTab(service, browser, { email: null });
  const result = results[0] ?? '';
  const made: readonly (readonly [ConsoleTab, readonly string[]])[] = [
    [stranger, ['/', '/explore', '/pricing']],
    [tab, ['/', '/explore', '/pricing', '/studio', `/studio?job=${result}`, '/account/plan']],
  ];
  const faults: string[] = [];
  for (const [{ page, open }, addresses] of made) {
    for (const address of addresses) {
      await open(address);
      await page.locator(LOADING).first().waitFor({ state: 'detached' });
      for (const width of [390, 1440]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await showIn(page, colorScheme);
          const found = await axeFindings(page);
          faults.push(...found.map((fault) => `${address} at ${width}, ${colorScheme}: ${fault}`));
        }
      }
    }
  }
  stranger.assertQuiet();
  await stranger.close();
  assert.deepEqual(faults, []);
});

test('the tiles of the explore page keep the shapes of their works at any width', async () => {
  verifies('DEC-PHONE-04');
  const { page } = tab;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await tab.open('/explore');
    const images = page.getByRole('main').getByRole('listitem').locator('img');
    await images.nth(5).waitFor({ state: 'attached' });
    const stretched = await images.evaluateAll((all) =>
      (
        all as unknown as readonly { width: number; height: number; getAttribute(name: string): string }[]
      ).map(
        (one) =>
          one.width / one.height / (Number(one.getAttribute('width')) / Number(one.getAttribute('height'))),
      ),
    );
    for (const factor of stretched) assert.ok(Math.abs(factor - 1) < 0.03, `${factor} at ${width}`);
  }
});
