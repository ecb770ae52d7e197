import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { docsRoutes } from '../../src/http/docs/docs-routes.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { launchBrowser } from '../support/browser.ts';
import { assertAccessible } from '../support/console-browser.ts';

const server = createHttpServer(pino({ level: 'silent' }) as FastifyBaseLogger);
let url: string;
let browser: Browser;
before(async () => {
  docsRoutes(server, () => url);
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server.close();
});

async function open(width: number): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${url}/docs/images`);
  return { page, errors };
}

test('the search leads from words to the part of the page that has them, by keyboard alone', async () => {
  verifies('DEC-DOCS-03');
  const { page, errors } = await open(1280);
  await page.keyboard.press('/');
  await page.keyboard.type('paying twice');
  await page.locator('#results a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/docs/errors-and-retries#retrying-without-paying-twice`);
  await page.keyboard.press('/');
  await page.keyboard.type('xylophone');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('subscripton');
  await page.locator('#results a').first().waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#results').isVisible(), false);
  assert.deepEqual(errors, []);
  await page.close();
});

test('a page on a phone is accessible, with its link to the contents and its tables', async () => {
  verifies('DEC-DOCS-01');
  const { page } = await open(320);
  await page.getByRole('main').getByRole('link', { name: 'Contents', exact: true }).waitFor();
  for (const path of ['/docs/images', '/docs/keys']) {
    await page.goto(url + path);
    await assertAccessible(page);
  }
  await page.close();
});

test('on a slow network the text of a page stays where it is while the rest arrives', async () => {
  verifies('DEC-DOCS-01');
  const { page } = await open(390);
  await page.addInitScript(`window.shift = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
      .observe({ type: 'layout-shift', buffered: true });`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const rate = 50 * 1024;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: rate,
    uploadThroughput: rate,
  });
  await page.goto(`${url}/docs/install`);
  await page.getByRole('searchbox').waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shift = await page.evaluate<number>('window.shift');
  assert.ok(shift < 0.02, `the layout shifted by ${shift}`);
  await page.close();
});
