import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What somebody without an account does with published works, by keyboard, and what an account then takes to the studio. */

const PROMPTS = ['a harbour in the fog', 'a harbour at noon', 'a harbour at night'];
let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  const caller = await newCaller(service, 'painter@example.com');
  const painter = { ...caller, token: await tokenOf(service, caller) };
  for (const [at, prompt] of PROMPTS.entries()) {
    const bytes = paintedPng(1024, 768, at);
    const jobId = await makeResult(service, painter, {
      prompt,
      seed: 70 + at,
      width: 1024,
      height: 768,
      bytes,
    });
    const body = { ...AGREED, shows_seed: at === 0 };
    assert.equal((await painter.call('PUT', `/published/${jobId}`, body)).status, 204);
  }
});
after(async () => {
  await browser?.close();
  await service.stop();
});

test('a stranger finds a work, goes through the others, reports one in two presses and signs up with a prompt', async () => {
  verifies('DEC-EXPLORE-04', 'DEC-REPORT-07');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/explore');
  await shows(page, /3 works/);
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.type('harbour');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Order');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest');
  await until(async () => /order=oldest/.test(page.url()) && /words=harbour/.test(page.url()));
  await until(async () => (await page.locator('[data-work]').first().textContent()) === PROMPTS[0]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Published work' });
  await dialog.getByRole('img', { name: PROMPTS[0] ?? '' }).waitFor();
  await shows(page, /Seed70/, '[role=dialog]');
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('img', { name: PROMPTS[1] ?? '' }).waitFor();
  assert.doesNotMatch((await dialog.textContent()) ?? '', /Seed/);
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('img', { name: PROMPTS[2] ?? '' }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Next work' }).count(), 0);
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('img', { name: PROMPTS[1] ?? '' }).waitFor();
  await photograph(page, 'explore-stepped');

  await dialog.getByRole('button', { name: 'Report' }).click();
  await photograph(page, 'explore-report-stranger');
  await dialog.getByRole('button', { name: 'It infringes a copyright or a trademark' }).click();
  await page.getByText('A person will look at it.').waitFor();
  const reports = await service.database.query('select reason, reporter_id from content_reports');
  assert.deepEqual(reports, [{ reason: 'copyright', reporter_id: null }]);

  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  assert.match(page.url(), /\/explore\?.*order=oldest/, 'the steps between works are not steps back');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('shuffled');
  await page.getByRole('button', { name: 'Shuffle again' }).waitFor();
  const order = await page.locator('[data-work]').allTextContents();
  await page.reload();
  await until(async () => (await page.locator('[data-work]').count()) === 3);
  assert.deepEqual(await page.locator('[data-work]').allTextContents(), order, 'the same for a visit');

  await page.getByRole('button', { name: PROMPTS[0] ?? '' }).click();
  await dialog.getByRole('link', { name: 'Use this prompt' }).click();
  await page.waitForURL(/\/signin\?/);
  assert.match(new URL(page.url()).searchParams.get('next') ?? '', /^\/studio\?work=/);
  tab.assertQuiet();
  await tab.close();
});

test('an account starts from the picture of a work, and back leads to it', async () => {
  verifies('DEC-EXPLORE-04');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/explore');
  await page.getByRole('button', { name: PROMPTS[2] ?? '' }).click();
  const dialog = page.getByRole('dialog', { name: 'Published work' });
  await dialog.getByRole('link', { name: 'Start from this picture' }).click();
  await page.waitForURL(/\/studio$/);
  await until(async () => (await page.getByLabel('Prompt', { exact: true }).inputValue()) === PROMPTS[2]);
  await page.getByText('a published work').first().waitFor();
  await page.goBack();
  await dialog.getByRole('img', { name: PROMPTS[2] ?? '' }).waitFor();
  tab.assertQuiet();
  await tab.close();
});
