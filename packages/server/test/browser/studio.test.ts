import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let browser: Browser;
let worker: { stop(): Promise<void> };
before(async () => {
  service = await startTestApp({
    environment: { KINORA_AD_TEXT: 'Fresh pears, delivered', KINORA_AD_URL: 'https://pears.example/' },
  });
  worker = startRealWorker(service, createProceduralEngine());
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await worker?.stop();
  await service.stop();
});

test('a new person confirms their age, writes a prompt and gets an image', async () => {
  verifies('DEC-STUDIO-01');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/studio');
  await shows(page, /Nothing made yet/);
  await photograph(page, 'studio-empty');
  await page.getByLabel('Prompt').fill('a lighthouse on a cliff');
  await page.keyboard.press('Control+Enter');
  await shows(page, /Confirm your age first/);
  await page.getByLabel('I am 18 or older').check();
  await shows(page, /1024 × 1024.*Free/);
  await page.getByLabel('Prompt').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /Image, (waiting|being made): a lighthouse/ }).waitFor();
  await page.getByRole('button', { name: /Image, ready: a lighthouse/ }).waitFor({ timeout: 60_000 });
  await photograph(page, 'studio-image');
  await page.getByRole('button', { name: /Image, ready: a lighthouse/ }).click();
  await page.getByRole('dialog').waitFor();
  await photograph(page, 'studio-details');
  tab.assertQuiet();
  await tab.close();
});
