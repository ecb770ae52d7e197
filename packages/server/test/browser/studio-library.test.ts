import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { launchBrowser } from '../support/browser.ts';
import { assertAccessible, openTab, photograph, ready } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { makeResult } from '../support/make-results.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Somebody searches, marks, collects and keeps results, and finds what was kept after its job is gone. */

const clock = manualClock(new Date().toISOString());
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

const tiles = (page: Page) => page.locator('[data-job]');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const shows = (page: Page, count: number) => until(async () => (await tiles(page).count()) === count);

test('results are searched, marked, collected, kept, found after seven days, and downloaded together', async () => {
  verifies('DEC-LIBRARY-11', 'DEC-LIBRARY-03');
  const tab = await openTab(service, browser);
  const { page, accountId } = tab;
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  for (const prompt of ['a lighthouse at dusk', 'a lamp by the sea', 'a café in the rain']) {
    await makeResult(service, { accountId, token }, { prompt });
  }
  await tab.open('/studio');
  await ready(page, 'Image', 'a café in the rain');

  await button(page, 'Favourites').click();
  await page.getByText('No favourites yet').waitFor();
  await button(page, 'Show all results').click();
  await shows(page, 3);
  await page.getByRole('searchbox', { name: 'Search your results' }).fill('zebra');
  await page.getByText('No prompt has the words “zebra”').waitFor();
  await button(page, 'Show all results').click();
  await shows(page, 3);
  await page.getByRole('searchbox', { name: 'Search your results' }).fill('LIGHT');
  await shows(page, 1);
  assert.equal(new URL(page.url()).searchParams.get('words'), 'LIGHT');
  await button(page, 'Favourite: a lighthouse at dusk').click();
  await page.getByRole('searchbox', { name: 'Search your results' }).fill('');
  await shows(page, 3);
  await button(page, 'Favourites').click();
  await shows(page, 1);
  await page.reload();
  await shows(page, 1);
  await button(page, 'All results').click();
  await shows(page, 3);

  await page.getByRole('checkbox', { name: 'Choose: a café in the rain' }).check();
  const bar = page.getByRole('region', { name: 'Chosen results' });
  await page.getByRole('checkbox', { name: 'Choose: a lighthouse at dusk' }).click({ modifiers: ['Shift'] });
  await bar.getByText('3 chosen').waitFor();
  await photograph(page, 'studio-selection');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'Download' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^kinora-\d{4}-\d\d-\d\d\.zip$/);
  assert.equal(await download.failure(), null);
  await page.getByRole('checkbox', { name: 'Choose: a café in the rain' }).uncheck();
  await bar.getByText('2 chosen').waitFor();
  await bar.getByRole('combobox', { name: 'Add to a collection' }).selectOption('New collection …');
  await page.getByRole('textbox', { name: 'Name' }).fill('Sea side');
  await button(page, 'Save').click();
  await button(page, 'Sea side 2').waitFor();
  await bar.getByRole('button', { name: 'Keep' }).click();
  await page.getByText('Kept 2 results.').waitFor();
  await bar.getByRole('button', { name: 'Clear' }).click();

  clock.advance(8 * 24 * HOUR_MS);
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  await purgeExpired({ database: service.database, blobs, clock });
  await tab.open('/studio');
  await shows(page, 2);
  await button(page, 'Sea side 2').click();
  await shows(page, 2);
  await tiles(page).first().click();
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await dialog.getByText('until you delete it').waitFor();
  await dialog.getByRole('img', { name: 'a lamp by the sea' }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Stop keeping' }).count(), 0, 'it would be gone');
  await photograph(page, 'studio-kept');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await shows(page, 1);
  await tab.open('/studio?shelf=kept');
  await ready(page, 'Image', 'a lighthouse at dusk');
  await photograph(page, 'studio-shelf');
  tab.assertQuiet();
  await tab.close();
});

test('recent prompts and templates are taken into the draft', async () => {
  verifies('DEC-LIBRARY-12');
  const tab = await openTab(service, browser);
  const { page, accountId } = tab;
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  for (const prompt of ['a pear on a table', 'a train in the rain', 'a pear on a table']) {
    await makeResult(service, { accountId, token }, { prompt });
  }
  await tab.open('/studio');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const shelf = page.getByRole('dialog', { name: 'Prompts and templates' });
  await button(page, 'Prompts and templates').click();
  await shelf.getByRole('button', { name: 'a train in the rain' }).waitFor();
  assert.equal(await shelf.getByRole('button', { name: 'a pear on a table' }).count(), 1);
  await shelf.getByRole('searchbox', { name: 'Search your prompts' }).fill('tra');
  await until(async () => (await shelf.getByRole('button', { name: 'a pear on a table' }).count()) === 0);
  await shelf.getByRole('button', { name: 'a train in the rain' }).click();
  assert.equal(await prompt.inputValue(), 'a train in the rain');

  await button(page, 'Prompts and templates').click();
  await shelf.getByRole('textbox', { name: 'Name of the new template' }).fill('Rain');
  await shelf.getByRole('button', { name: 'Save the draft' }).click();
  await shelf.getByRole('button', { name: /^Rain/ }).first().waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await prompt.fill('something else');
  await button(page, 'Prompts and templates').click();
  await shelf.getByRole('button', { name: /^Rain/ }).first().click();
  assert.equal(await prompt.inputValue(), 'a train in the rain');
  await button(page, 'Prompts and templates').click();
  await shelf.getByRole('button', { name: 'Delete Rain' }).click();
  await until(async () => (await shelf.getByRole('button', { name: /^Rain/ }).count()) === 0);
  tab.assertQuiet();
  await tab.close();
});
