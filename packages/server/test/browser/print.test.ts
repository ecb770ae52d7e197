import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openTab } from '../support/console-browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

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

/** A sheet of A4 between its margins, in pixels. */
const PAPER = { width: 718, height: 1047 };

/** The largest channel of the colour of each heading, paragraph and cell: 0 is black ink. */
const LIGHTEST = `Math.max(...[...document.querySelectorAll('main :is(h1, h2, p, td, dd, li)')]
  .flatMap((one) => getComputedStyle(one).color.match(/[0-9]+/g).slice(0, 3).map(Number)))`;
const PAPERS = `[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor)`;
const EXCESS = `Math.max(...[...document.querySelectorAll('html, main pre, main table, main section')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`;

async function assertPrintable(page: Page, address: string): Promise<void> {
  assert.ok((await page.evaluate<number>(LIGHTEST)) < 130, `${address} has pale ink`);
  for (const colour of await page.evaluate<string[]>(PAPERS)) {
    assert.match(colour, /^rgb\(255, 255, 255\)$|^rgba\(0, 0, 0, 0\)$/, address);
  }
  assert.ok((await page.evaluate<number>(EXCESS)) <= 0, `${address} is cut off`);
  for (const selector of ['nav', 'button:not([role])', '.who']) {
    for (const one of await page.locator(selector).all()) {
      assert.equal(await one.isVisible(), false, `${selector} of ${address}`);
    }
  }
}

test('pages are printed in dark ink, without navigation and buttons, and with nothing cut off', async () => {
  verifies('DEC-CONSOLE-09');
  const tab = await openTab(service, browser, { colorScheme: 'dark', viewport: PAPER });
  const { page } = tab;
  for (const address of ['/docs/install', '/api/docs', '/terms', '/account/payments', '/account/usage']) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await tab.open(address);
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    await assertPrintable(page, address);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
  }
  const scheme = await page.getAttribute('html', 'data-mantine-color-scheme');
  assert.equal(scheme, 'dark', 'after printing');
  await tab.close();
});
