import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp({ clock });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

const consoleErrors: string[] = [];

async function newPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  // The pages need no JavaScript.
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  page.on('console', (message) => consoleErrors.push(message.text()));
  return page;
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByLabel('I am 18').check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
}

test('without script a person signs up, tops up and gets to a key', async () => {
  verifies('DEC-BILLING-06', 'DEC-BILLING-15');
  const page = await newPage();
  await page.goto(`${service.url}/account/top-up`);
  await signUp(page, 'ann@example.com');
  await page.getByLabel('50 USD').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await pay(page);
  await shows(page, /50\.00 USD[\s\S]*Paid, thank you\./);
  await page.getByRole('link', { name: 'API key' }).click();
  await shows(page, /You have no account key yet/);
  await page.getByRole('link', { name: 'Payments' }).click();
  await shows(page, /The console needs JavaScript/, 'noscript');
  await page.getByRole('link', { name: 'top up' }).click();
  await shows(page, /Your balance is 50\.00 USD/);
  await page.context().close();
});

test('the pages fit a phone and a desktop, in light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      const page = await newPage({ viewport: { width, height: 800 }, colorScheme, javaScriptEnabled: true });
      await page.goto(`${service.url}/account/top-up`);
      await signUp(page, `somebody.with.a.long.name.${colorScheme}${width}@subdomain.example.com`);
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await pay(page);
      for (const path of ['/account/top-up?back=1', '/account/key']) {
        await page.goto(service.url + path);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok((overflow as number) <= 0, `${path} at ${width} is ${overflow} px too wide`);
      }
      await page.context().close();
    }
  }
});

test('the browser logged no errors', () => {
  assert.deepEqual(consoleErrors, []);
});
