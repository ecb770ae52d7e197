import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { type FrontEnd, serveFrontEnd } from '../support/front-end.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/**
 * A front end on another origin, as static files: it signs up, orders, polls, shows the image and plays the video. The
 * service is at 127.0.0.1, so `localhost` is another site, and 127.0.0.1 with another port another origin of the same site.
 */
describe('a front end in a browser', () => {
  let service: TestApp;
  let worker: ReturnType<typeof startRealWorker>;
  let browser: Browser;
  let frontEnd: FrontEnd;
  before(async () => {
    frontEnd = await serveFrontEnd();
    const allowed = `${frontEnd.origin('localhost')},${frontEnd.origin('127.0.0.1')}`;
    service = await startTestApp({ environment: { KINORA_ALLOWED_ORIGINS: allowed } });
    worker = startRealWorker(service, createProceduralEngine());
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await worker?.stop();
    await service?.stop();
    await frontEnd?.close();
  });

  async function open(origin: string): Promise<{ page: Page; errors: string[] }> {
    const page = await (await browser.newContext()).newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${origin}/?api=${encodeURIComponent(`${service.url}/api`)}`);
    return { page, errors };
  }

  /** Waits for the front end's report, or fails with what the page shows. */
  async function reported(page: Page, selector: string, text: RegExp): Promise<string> {
    let shown = '';
    await until(async () => {
      shown = (await page.textContent(selector)) ?? '';
      const failed = await page.textContent('#error');
      assert.equal(failed, '', `the page at ${selector} shows an error`);
      return text.test(shown);
    }, SLOW_MS);
    return shown;
  }

  for (const [host, site] of [
    ['localhost', 'another site'],
    ['127.0.0.1', 'another origin of the same site'],
  ] as const) {
    test(`on ${site} signs up, generates, polls, shows and plays`, async () => {
      verifies('DEC-BROWSER-01', 'DEC-BROWSER-02', 'DEC-BROWSER-03', 'DEC-BROWSER-05', 'DEC-BROWSER-06');
      await service.database.query('delete from attempt_windows');
      const { page, errors } = await open(frontEnd.origin(host));
      await page.getByLabel('Email').fill(`ann@${host === 'localhost' ? 'a' : 'b'}.example.com`);
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign up' }).click();
      assert.match(
        await reported(page, '#account', /free/),
        /free: 1 job at once, 10 calls a minute left 10/,
      );

      await page.getByRole('button', { name: 'Image' }).click();
      assert.match(await reported(page, '#price', /credits/), /^320x256 for 0 credits$/);
      assert.match(await reported(page, '#image', /shown/), /^shown 320x256, pixels readable$/);
      await page.getByRole('button', { name: 'Video' }).click();
      assert.match(await reported(page, '#video', /played/), /^played 320x256, \d+ bytes of \d+ in a range$/);

      // The session outlives the page: it is in a cookie, which the page itself cannot read.
      await page.reload();
      assert.match(await reported(page, '#account', /free/), /^free: /);
      await page.getByRole('button', { name: 'My jobs' }).click();
      assert.equal(await reported(page, '#jobs', /completed/), 'video completed, image completed');
      await page.getByRole('button', { name: 'Delete all' }).click();
      await reported(page, '#jobs', /^none$/);
      assert.deepEqual(errors, []);
      await page.context().close();
    });
  }

  test('on an origin that is not listed can do nothing', async () => {
    verifies('DEC-BROWSER-01');
    const stranger = await serveFrontEnd();
    try {
      const { page } = await open(stranger.origin('localhost'));
      await page.getByLabel('Email').fill('eve@example.com');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await until(async () => (await page.textContent('#error')) !== '');
      assert.match((await page.textContent('#error')) ?? '', /Failed to fetch/);
      const accounts = await service.database.query(`select from accounts where email = 'eve@example.com'`);
      assert.equal(accounts.length, 0, 'the preflight request kept the browser from sending the request');
      await page.context().close();
    } finally {
      await stranger.close();
    }
  });
});
