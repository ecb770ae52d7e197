import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page, Route } from 'playwright-core';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { startCatalogue } from '../support/default-catalogue.ts';
import { subscribe } from '../support/job-api.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Orders before they are jobs: what they cost, why they are not sent, and what waits on the server. */

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

async function openStudio(plan?: 'pro' | 'max'): Promise<ConsoleTab> {
  const tab = await openTab(service, browser);
  if (plan !== undefined) await subscribe(service, tab.accountId, plan);
  await tab.open('/studio');
  return tab;
}

const promptsOf = async ({ accountId }: ConsoleTab): Promise<string[]> =>
  (
    await service.database.query<{ prompt: string }>(
      'select prompt from jobs where account_id = $1 order by id',
      [accountId],
    )
  ).map(({ prompt }) => prompt);

/** Answers to /quote wait until they are released. */
async function holdQuotes(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route('**/api/quote', (route) => void held.push(route));
  return async () => {
    await page.unroute('**/api/quote');
    await Promise.all(held.splice(0).map((route) => route.continue().catch(() => {})));
  };
}

test('a price is shown for the very order that a press sends, and a press before it is known costs nothing unseen', async () => {
  verifies('DEC-STUDIO-15');
  const tab = await openStudio('pro');
  const { page } = tab;
  const generate = page.getByRole('button', { name: 'Generate' });
  await shows(page, /1024 × 1024.*Free/);
  const release = await holdQuotes(page);
  // The price vanishes with the press of the key, before the service is asked.
  const after = await page.evaluate<string>(`(async () => {
    [...document.querySelectorAll('label')].find((one) => one.textContent === '2K').click();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.querySelector('section[aria-label="New order"]').textContent;
  })()`);
  assert.doesNotMatch(after, /Free · /);
  await shows(page, /Getting the price/);
  await page.getByLabel('Prompt').fill('an unseen price');
  await generate.click();
  await shows(page, /Getting the price before anything is ordered/);
  await photograph(page, 'studio-pricing');
  await release();
  await shows(page, /This costs 8 credits\. Press again to order it/);
  await photograph(page, 'studio-priced');
  assert.deepEqual(await promptsOf(tab), []);
  await generate.click();
  await page.getByRole('button', { name: 'Image, waiting: an unseen price' }).waitFor();

  // What costs nothing is ordered as soon as that is known; what was changed meanwhile is not.
  const releaseFree = await holdQuotes(page);
  await page.getByRole('radio', { name: 'HD', exact: true }).click();
  await page.getByLabel('Prompt').fill('free after all');
  await generate.click();
  await shows(page, /Getting the price before anything is ordered/);
  await releaseFree();
  await page.getByRole('button', { name: 'Image, waiting: free after all' }).waitFor();
  const releaseChanged = await holdQuotes(page);
  await page.getByRole('radio', { name: '16:9' }).click();
  await page.getByLabel('Prompt').fill('before the change');
  await generate.click();
  await page.getByLabel('Prompt').fill('after the change');
  await shows(page, /You changed the order before its price was known, so nothing was ordered/);
  await releaseChanged();
  await page.getByRole('radio', { name: 'Upscale' }).click();
  await shows(page, /The size and the price follow from the image/);
  assert.doesNotMatch(
    (await page.textContent('section[aria-label="New order"]')) ?? '',
    /Free · |\d credits/,
  );
  assert.deepEqual(await promptsOf(tab), ['an unseen price', 'free after all']);
  for (let open = 2; open > 0; open--) await deliver(service.worker, await takeLease(service.worker));
  await tab.close();
});

test('an order that costs more than was shown is not ordered, and waits for a yes to its new price', async () => {
  verifies('DEC-STUDIO-15', 'DEC-WAIT-05');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await subscribe(service, tab.accountId, 'pro');
  // The price of yesterday, which the page still shows when the service asks for another one.
  let price: number | undefined = 5;
  await page.route('**/api/quote', async (route) => {
    const response = await route.fetch();
    const quote = await response.json();
    await route.fulfill({ response, json: { ...quote, credit_cost: price ?? quote.credit_cost } });
  });
  await tab.open('/studio');
  await page.getByRole('radio', { name: '2K', exact: true }).click();
  await shows(page, /5 credits · 1,000 left/);
  await page.getByLabel('Prompt').fill('a dearer deer');
  price = undefined;
  await page.getByRole('button', { name: 'Make 4 variants · 20 credits' }).click();
  const waiting = page.getByRole('region', { name: '4 waiting' });
  await waiting.getByText('Its price has risen to 8 credits.').first().waitFor();
  await shows(page, /Image · 5 credits/);
  await photograph(page, 'studio-repriced');
  assert.deepEqual(await promptsOf(tab), []);
  await waiting.getByRole('button', { name: 'Order it for 8 credits' }).first().click();
  await until(async () => (await promptsOf(tab)).length === 1);
  await page
    .getByRole('region', { name: '3 waiting' })
    .getByRole('button', { name: 'Order all 3 for 24 credits' })
    .click();
  await until(async () => (await promptsOf(tab)).length === 3);
  for (let open = 4; open > 0; open--) await deliver(service.worker, await takeLease(service.worker));
  await shows(page, /968 left/);
  await tab.close();
});

test('an account with a balance pays from it for a model that it chooses, at the price that is shown', async () => {
  verifies('DEC-STUDIO-20', 'DEC-STUDIO-35');
  await startCatalogue(service.database, changedCatalogue(operatorsOwn));
  const tab = await openStudio();
  const { page } = tab;
  await page.getByRole('radio', { name: 'Video', exact: true }).click();
  await page.getByRole('radio', { name: '1:1' }).click();
  await shows(page, /1024 × 1024 · 5\.0 s · no sound.*Free/);
  await service.database.transaction((tx) => grantBalance(tx, tab.accountId, 1000, new Date()));
  await page.reload();
  // What is free is not paid from it.
  await shows(page, /1024 × 1024 · 5\.0 s · no sound.*Free/);
  const picker = page.getByRole('radiogroup', { name: 'Model' });
  const model = (name: string) => picker.getByRole('radio', { name, exact: true });
  await shows(page, /Draft.*0\.02 USD a second · no sound · not available now/);
  assert.ok(await model('Draft').isDisabled());
  const note = await model('Quality').getAttribute('aria-describedby');
  const said = (await page.locator(`[id="${note}"]`).textContent()) ?? '';
  assert.match(said, /steadier motion.*From 0\.30 USD a second · sound · in about/);
  // The arrow keys pass what no worker renders.
  await model('Fast').focus();
  for (const [name, price] of [
    ['Quality', '720 × 720 · 5\\.0 s · with sound.*1\\.50 USD'],
    ['Cinema', '1440 × 1440 · 5\\.0 s · with sound.*3\\.50 USD'],
    ['Fast', '1024 × 1024 · 5\\.0 s · no sound.*Free'],
    ['Quality', '720 × 720 · 5\\.0 s · with sound.*1\\.50 USD'],
  ] as const) {
    await page.keyboard.press('ArrowDown');
    assert.ok(await model(name).isChecked(), name);
    await shows(page, new RegExp(price));
  }
  assert.equal(await page.getByRole('switch', { name: /^Sound/ }).count(), 0, 'of a model it is no choice');
  const choose = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).click();
  await choose('Size', '1080 × 1080');
  await choose('Shape', '16:9');
  await choose('Length', '7 s');
  await page.getByLabel('Prompt').fill('a paid parrot');
  const priced = /1920 × 1080 · 7\.0 s · with sound.*3\.50 USD · 10\.00 USD left/;
  await shows(page, priced);
  await photograph(page, 'studio-models');
  await page.reload();
  await shows(page, priced);
  await page.getByRole('button', { name: 'Generate' }).click();
  await shows(page, /3\.50 USD · 6\.50 USD left/);
  const { task, ...lease } = await takeLease(service.worker);
  assert.deepEqual(
    [task.operation, task.model, task.width, task.height, task.frames, task.sound],
    ['video', 'quality', 1920, 1080, 169, true],
  );
  await service.worker.fail({ task, ...lease }, { reason: 'no', retryable: false });
  await shows(page, /3\.50 USD · 10\.00 USD left/);
  await page.getByRole('button', { name: /^Video, failed: a paid parrot/ }).click();
  await shows(page, /Size1920 × 1080Length7\.0 sModelQuality/, '[role=dialog]');
  await page.keyboard.press('Escape');
  await model('Fast').click();
  await shows(page, /no sound.*Free/);
  tab.assertQuiet();
  await tab.close();
});

test('what the safety check refused is changed before it is sent again, and nothing is sent while suspended', async () => {
  verifies('DEC-STUDIO-16');
  const tab = await openStudio();
  const { page } = tab;
  const generate = page.getByRole('button', { name: 'Generate' });
  const alert = page.getByRole('alert');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/studio/orders') && request.method() === 'POST') sent += 1;
  });
  await shows(page, /1024 × 1024.*Free/);
  await page.getByLabel('Prompt').fill('naked child in bed');
  await page.getByRole('button', { name: 'Make 4 variants' }).click();
  await alert.getByText(/minor/).waitFor();
  await shows(page, /Change the prompt before you send it again.*4 orders were not sent/);
  assert.equal(await alert.getByRole('button', { name: 'Try again' }).count(), 0);
  await photograph(page, 'studio-blocked');
  await generate.click();
  await shows(page, /This prompt was refused\. Change it before you send it again/);
  await page.reload();
  await page.getByLabel('Prompt').fill(' Naked  child in bed');
  await page.getByLabel('Prompt').press('Control+Enter');
  await shows(page, /This prompt was refused/);
  assert.equal(sent, 1);

  // A result that was blocked: its prompt is offered to be changed.
  await page.getByLabel('Prompt').fill('a blocked banana');
  await generate.click();
  await service.worker.block(await takeLease(service.worker), { category: 'gore', reason: 'It bleeds.' });
  await page.getByRole('button', { name: 'Image, blocked: a blocked banana' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change the prompt' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await generate.click();
  await shows(page, /This prompt was refused/);
  assert.equal(sent, 2);

  await service.database.query(
    `update suspensions set suspended_until = now() + interval '1 day' where account_id = $1`,
    [tab.accountId],
  );
  await page.getByLabel('Prompt').fill('a quiet pond');
  await generate.click();
  await alert.getByText(/suspended until/).waitFor();
  await alert.locator('time').waitFor();
  assert.doesNotMatch((await alert.textContent()) ?? '', /\dT\d/);
  assert.equal(await alert.getByRole('button').count(), 0);
  await photograph(page, 'studio-suspended');
  await page.getByLabel('Prompt').fill('another pond');
  await generate.click();
  await page
    .getByRole('status')
    .getByText(/suspended until/)
    .waitFor({ state: 'attached' });
  assert.equal(sent, 3);
  tab.assertQuiet();
  await tab.close();
});

test('without a network nothing is sent, what waits is listed and may be taken out, and it is sent afterwards', async () => {
  verifies('DEC-STUDIO-18');
  const tab = await openStudio();
  const { page } = tab;
  await shows(page, /1024 × 1024.*Free/);
  await page.context().setOffline(true);
  for (const prompt of ['a dark lamp', 'a dull lamp']) {
    await page.getByLabel('Prompt').fill(prompt);
    await page.getByRole('button', { name: 'Generate' }).click();
  }
  const unsent = page.getByRole('region', { name: '2 orders are not sent yet' });
  await unsent.getByText('a dull lamp').waitFor();
  await shows(page, /The service cannot be reached.*2 orders are not sent yet and wait in this page/);
  await photograph(page, 'studio-offline');
  await page.getByRole('button', { name: 'Do not send: a dull lamp' }).click();
  await page.getByRole('region', { name: '1 order is not sent yet' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Image, waiting: a dark lamp' }).waitFor();
  await page.getByRole('region', { name: /not sent yet/ }).waitFor({ state: 'detached' });
  assert.deepEqual(await promptsOf(tab), ['a dark lamp']);
  await deliver(service.worker, await takeLease(service.worker));
  await tab.close();
});

test('what is left is right in every tab after an order and after the end of a job', async () => {
  verifies('DEC-STUDIO-17');
  const tab = await openStudio('pro');
  const { page } = tab;
  const other = await page.context().newPage();
  await other.goto(`${service.url}/studio`);
  const account = await page.context().newPage();
  await account.goto(`${service.url}/account`);
  await shows(account, /for 0 credits/);
  await shows(other, /1,000 credits left/);
  await page.getByRole('radio', { name: '2K', exact: true }).click();
  await shows(page, /8 credits · 1,000 left/);
  await page.getByLabel('Prompt').fill('a costly coast');
  await page.getByRole('button', { name: 'Generate' }).click();
  await shows(page, /8 credits · 992 left/);
  await shows(other, /992 credits left/);
  await shows(account, /for 8 credits/);
  await service.worker.fail(await takeLease(service.worker), { reason: 'no', retryable: false });
  await shows(page, /8 credits · 1,000 left/);
  await shows(other, /1,000 credits left/);
  await shows(account, /for 0 credits/);
  await tab.close();
});

test('the job in the address is shown although the list does not have it, or is said to be gone', async () => {
  verifies('DEC-STUDIO-19');
  const tab = await openStudio();
  const { page } = tab;
  await page.getByLabel('Prompt').fill('an old oak');
  await page.getByRole('button', { name: 'Generate' }).click();
  await deliver(service.worker, await takeLease(service.worker));
  await page.getByRole('button', { name: 'Image, ready: an old oak' }).click();
  await page.getByRole('dialog', { name: 'Image' }).getByText('an old oak').waitFor();
  await page.waitForURL(/\?job=/);
  const address = page.url();
  // As if it were further down than what is loaded.
  await page.route('**/studio/results?*', (route) => route.fulfill({ json: { jobs: [] } }));
  await page.goto(address);
  await page.getByRole('dialog', { name: 'Image' }).getByText('an old oak').waitFor();
  const gone = page.getByRole('dialog', { name: 'This result does not exist or was deleted' });
  for (const id of ['01900000-0000-7000-8000-000000000000', 'nonsense', '7', '..%2Fme']) {
    await page.goto(`${service.url}/studio?job=${id}`);
    await gone.waitFor();
  }
  await photograph(page, 'studio-gone');
  await gone.getByRole('button', { name: 'Show your results' }).click();
  await gone.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
  tab.assertQuiet();
  await tab.close();
});
