import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph, ready } from '../support/console-browser.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** From the first look at the studio to the first image, rendered by the real engine. */

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

/** From `Image` to the size 1K: each group has a name and is one stop of Tab; the arrow keys choose, past what is locked. */
async function chooseByKeyboard(page: Page): Promise<void> {
  verifies('DEC-KEYBOARD-03');
  const kinds = page.getByRole('radiogroup', { name: 'Kind' });
  const sizes = page.getByRole('radiogroup', { name: 'Size' });
  const isChecked = (group: typeof kinds, name: string) =>
    group.getByRole('radio', { name, exact: true }).isChecked();
  assert.equal(await page.getByRole('radiogroup', { name: 'Shape' }).getByRole('radio').count(), 5);
  await page.keyboard.press('ArrowLeft');
  assert.ok(await isChecked(kinds, 'Upscale'));
  await page.keyboard.press('ArrowRight');
  assert.ok(await isChecked(kinds, 'Image'));
  // The prompt and the earlier prompts are between them.
  for (const _ of ['prompt', 'prompts and templates', 'size']) await page.keyboard.press('Tab');
  assert.ok(await isChecked(sizes, 'HD'));
  await page.keyboard.press('ArrowLeft');
  assert.ok(await isChecked(sizes, '1K'));
  await page.keyboard.press('ArrowLeft');
  assert.ok(await isChecked(sizes, '2K'), 'what is locked is passed');
  await page.keyboard.press('ArrowRight');
  assert.ok(await isChecked(sizes, '1K'));
  await page.keyboard.press('3');
  assert.ok(await isChecked(kinds, 'Video'), 'the keys of the studio work');
  await page.keyboard.press('1');
}

test('a new person confirms their age, and sees what an order gives before it is sent', async () => {
  verifies('DEC-STUDIO-01', 'DEC-STUDIO-02', 'DEC-MEDIA-07', 'V1-SERVICE-11');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await service.database.query('update accounts set age_confirmed_at = null where id = $1', [tab.accountId]);
  await tab.open('/studio');
  await shows(page, /Make the first one/);
  const slot = page.getByRole('complementary', { name: 'Advertisement' });
  await slot.getByText('Advertisement', { exact: true }).waitFor();
  const link = slot.getByRole('link', { name: 'Fresh pears, delivered' });
  assert.equal(await link.getAttribute('href'), 'https://pears.example/');
  assert.match((await link.getAttribute('rel')) ?? '', /sponsored noopener noreferrer/);
  await photograph(page, 'studio-empty');

  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a lighthouse on a cliff');
  await page.keyboard.press('Control+Enter');
  await shows(page, /Confirm your age first/);
  await page.getByLabel('I am 18 or older').click();
  await shows(page, /1024 × 1024.*Free/);
  assert.ok(await page.getByRole('radio', { name: '4K: Max only' }).isDisabled());
  await page.getByRole('radio', { name: 'HD', exact: true }).click();
  await page.getByRole('radio', { name: '16:9' }).click();
  await shows(page, /1280 × 720/);
  await page.getByRole('radio', { name: 'Video', exact: true }).click();
  await shows(page, /1280 × 720 · 5\.0 s · no sound/);
  await shows(page, /Free up to 5\.0 s\./);
  await shows(page, /Sound is paid from the balance\..*Sound with the credits of Pro/);
  await page.getByRole('radio', { name: 'Image', exact: true }).click();
  await chooseByKeyboard(page);
  // Upscale has no shape of its own.
  await page.getByRole('radio', { name: '16:9' }).click();
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).press('Control+Enter');
  await ready(page, 'Image', 'a lighthouse');
  await photograph(page, 'studio-image');
  const [job] = await service.database.query<{ width: number; height: number }>(
    'select width, height from jobs where account_id = $1',
    [tab.accountId],
  );
  assert.deepEqual(job, { width: 1024, height: 576 });
  tab.assertQuiet();
  await tab.close();
});

test('what a stranger types on the home page is the first image after the sign-up, without another press', async () => {
  verifies('DEC-HOME-01');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url() + (request.headers().referer ?? '')));
  await tab.open('/');
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a sailing boat at dawn');
  await page.keyboard.press('Enter');
  await page.getByText(/Your prompt is kept in this browser/).waitFor();
  await page.getByLabel('Email').fill('stranger@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByLabel('I am 18').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await ready(page, 'Image', 'a sailing boat at dawn');
  assert.equal(page.url(), `${service.url}/studio`);
  assert.deepEqual(
    addresses.filter((address) => /sailing|dawn/.test(address)),
    [],
    'the prompt is in no address',
  );
  // It was asked for once.
  await page.reload();
  await ready(page, 'Image', 'a sailing boat at dawn');
  assert.equal((await service.database.query("select from jobs where prompt like 'a sailing%'")).length, 1);
  tab.assertQuiet();
  await tab.close();
});
