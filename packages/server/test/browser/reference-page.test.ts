import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { problems } from '@kinora/contract';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { operations } from '../../src/http/openapi/operations.ts';
import { referenceRoutes } from '../../src/http/openapi/reference-routes.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { launchBrowser } from '../support/browser.ts';
import { assertAccessible } from '../support/console-browser.ts';
import { openOnly } from '../support/default-catalogue.ts';

describe('the reference page in a browser', () => {
  const server = createHttpServer(pino({ level: 'silent' }) as FastifyBaseLogger);
  let url: string;
  let browser: Browser;

  before(async () => {
    server.register(
      async (routes) => referenceRoutes(routes, { publicUrl: () => url, catalogue: openOnly() }),
      { prefix: '/api' },
    );
    url = await server.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server.close();
  });

  async function open(width: number, colorScheme: 'light' | 'dark' = 'light') {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const consoleErrors: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${url}/api/docs`);
    return { page, consoleErrors, requests };
  }

  test('loads in one request, without errors in the console', async () => {
    const { page, consoleErrors, requests } = await open(1280);
    assert.deepEqual(consoleErrors, []);
    assert.deepEqual(
      requests.filter((request) => !request.startsWith('data:')),
      [`${url}/api/docs`],
    );
    assert.equal(await page.title(), 'Kinora API reference');
    await page.close();
  });

  test('is accessible on a phone', async () => {
    const { page } = await open(320);
    await assertAccessible(page);
    await page.close();
  });

  test('blocks an injected script', async () => {
    const { page } = await open(1280);
    const ran = await page.evaluate(() => {
      const { document } = globalThis as unknown as { document: { createElement(name: string): never } };
      const script = document.createElement('script') as { textContent: string };
      script.textContent = 'globalThis.ran = true';
      (document as unknown as { body: { append(node: unknown): void } }).body.append(script);
      return 'ran' in globalThis;
    });
    assert.equal(ran, false);
    await page.close();
  });

  test('shows every operation and every error code, and no link of the page is broken', async () => {
    const { page } = await open(1280);
    for (const { id, summary } of operations) {
      assert.ok(await page.locator(`#${id} h3`, { hasText: summary }).isVisible(), id);
    }
    for (const code of Object.keys(problems)) {
      assert.equal(await page.locator(`#error-${code}`).count(), 1, code);
    }
    const targets = await page
      .locator('a[href^="#"]')
      .evaluateAll((links) => links.map((link) => (link as unknown as { hash: string }).hash));
    for (const target of new Set(targets)) assert.equal(await page.locator(target).count(), 1, target);
    await page.close();
  });

  for (const width of [320, 360, 390, 820, 1280]) {
    test(`fits ${width} pixels`, async () => {
      const { page } = await open(width);
      assert.deepEqual(await overflowing(page, width), []);
      await page.close();
    });
  }

  test('has its contents beside the text on a wide screen, and below the title on a narrow one', async () => {
    const wide = (await open(1280)).page;
    await wide.locator('#errors').scrollIntoViewIfNeeded();
    assert.ok(await wide.locator('nav a[href="#prices"]').isVisible());
    const box = await wide.locator('nav').boundingBox();
    const titleAway = await wide.locator('h1').boundingBox();
    assert.ok((titleAway?.y ?? 0) < -1000, 'the title scrolled away');
    assert.equal(box?.y, 0, 'it stays in place while the text scrolls');
    const narrow = (await open(390)).page;
    const title = await narrow.locator('h1').boundingBox();
    const contents = await narrow.locator('#contents').boundingBox();
    assert.ok((contents?.y ?? 0) > (title?.y ?? 0));
    await wide.close();
    await narrow.close();
  });

  test('follows the preferred colour scheme, and is readable in both', async () => {
    for (const [scheme, isDark] of [
      ['light', false],
      ['dark', true],
    ] as const) {
      const { page } = await open(1280, scheme);
      const paper = await luminance(page, 'body', 'backgroundColor');
      assert.equal(paper < 0.2, isDark, scheme);
      for (const selector of ['body', '.lead', '.type', '.method.get', '.token.text', 'caption']) {
        const ink = await luminance(page, selector, 'color');
        const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
        assert.ok(contrast >= 4.5, `${selector} in ${scheme} has a contrast of ${contrast.toFixed(1)}`);
      }
      await page.close();
    }
  });
});

/** The elements that exceed the right edge, by tag and class. */
function overflowing(page: Page, width: number): Promise<string[]> {
  return page.locator('body, body *').evaluateAll(
    (elements, limit) =>
      (
        elements as unknown as {
          tagName: string;
          className: string;
          getBoundingClientRect(): { right: number };
        }[]
      )
        .filter((element) => element.getBoundingClientRect().right > limit + 0.5)
        .map((element) => `${element.tagName} ${element.className}`),
    width,
  );
}

/** Relative luminance, 0 to 1, of a computed `rgb()` colour. */
async function luminance(page: Page, selector: string, property: string): Promise<number> {
  const colour = await page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const window = globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> };
      return window.getComputedStyle(element)[name] ?? '';
    }, property);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
