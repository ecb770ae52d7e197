import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { changedCatalogue } from '../support/catalogues.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { startCatalogue } from '../support/default-catalogue.ts';
import { subscribe } from '../support/job-api.ts';
import { violations } from '../support/jobs-under-test.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** With what an order of the studio is paid: nothing, credits, or the balance. */

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  // Enough for one premium video.
  const document = changedCatalogue((sold) => {
    sold.job_api.tiers.pro.credits_per_month = 100;
  });
  await startCatalogue(service.database, document);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

interface Means {
  readonly plan?: 'pro' | 'max';
  readonly cents?: number;
}

async function openStudio({ plan, cents = 0 }: Means = {}): Promise<ConsoleTab> {
  const tab = await openTab(service, browser);
  if (plan !== undefined) await subscribe(service, tab.accountId, plan);
  if (cents > 0)
    await service.database.transaction((tx) => grantBalance(tx, tab.accountId, cents, new Date()));
  await tab.open('/studio');
  return tab;
}

const choice = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });

/** A video in Full HD of five seconds. */
async function choosePremiumVideo(page: Page): Promise<void> {
  await choice(page, 'Kind', 'Video').click();
  await choice(page, 'Shape', '16:9').click();
  await choice(page, 'Size', 'Full HD').click();
}

/** What the postings of an account moved into each ledger account. */
async function movedOf({ accountId }: ConsoleTab): Promise<Record<string, number>> {
  const rows = await service.database.query<{ account: string; cents: number }>(
    `select account, sum(cents)::int as cents from (
       select transaction_id, destination as account, amount_cents as cents from postings
       union all select transaction_id, source, -amount_cents from postings) as moved
     join ledger_transactions on ledger_transactions.id = transaction_id
     where account_id = $1 group by account`,
    [accountId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

async function order(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt').fill(prompt);
  await page.getByRole('button', { name: 'Generate' }).click();
  await deliver(service.worker, await takeLease(service.worker));
  await page.getByRole('button', { name: `Video, ready: ${prompt}` }).waitFor();
}

test('a person without a plan buys a premium video from the balance, to the cent', async () => {
  verifies('DEC-STUDIO-38', 'DEC-STUDIO-20');
  const tab = await openStudio({ cents: 5000 });
  const { page } = tab;
  await choice(page, 'Kind', 'Video').click();
  await shows(page, /1024 × 576 · 5\.0 s · no sound.*Free/);
  await shows(page, /Fast.*Free up to HD without sound · From 0\.10 USD a second/);
  await shows(page, /Cinema.*with the most detail.*0\.70 USD a second/);
  await choosePremiumVideo(page);
  // One way to pay is stated and not asked.
  await shows(page, /1920 × 1080 · 5\.0 s · no sound.*0\.75 USD · 50\.00 USD left/);
  assert.equal(await page.getByRole('radiogroup', { name: 'Pay with' }).count(), 0);
  await page.getByLabel('Prompt').fill('a paid parrot');
  await photograph(page, 'studio-balance');
  await order(page, 'a paid parrot');
  await shows(page, /0\.75 USD · 49\.25 USD left/);
  assert.deepEqual(await movedOf(tab), { operator_grant: -5000, prepaid: 4925, held: 0, revenue: 75 });
  assert.deepEqual(await violations(service.database), []);
  // With sound it is the model of the balance, in the same size.
  await page.getByRole('switch', { name: /^Sound/ }).check();
  await shows(page, /1920 × 1088 · 5\.0 s · with sound.*0\.75 USD · 49\.25 USD left/);
  tab.assertQuiet();
  await tab.close();
});

test('credits or the balance pay, as the person chooses; the choice is remembered, and one for want of credits is not', async () => {
  verifies('DEC-STUDIO-38', 'DEC-STUDIO-39');
  const tab = await openStudio({ plan: 'pro', cents: 1000 });
  const { page } = tab;
  await shows(page, /1024 × 1024.*Free · 100 credits left/);
  await choosePremiumVideo(page);
  const credits = () => choice(page, 'Pay with', '75 credits');
  const balance = () => choice(page, 'Pay with', '0.75 USD of the balance');
  await balance().waitFor();
  assert.ok(await credits().isChecked());
  await photograph(page, 'studio-pay-with');
  await balance().click();
  await order(page, 'a first finch');
  await shows(page, /75 credits100 left0\.75 USD of the balance9\.25 USD left/);
  // Another tab has no draft.
  const other = await page.context().newPage();
  await other.goto(`${service.url}/studio`);
  await choosePremiumVideo(other);
  assert.ok(await choice(other, 'Pay with', '0.75 USD of the balance').isChecked());
  await choice(other, 'Pay with', '75 credits').click();
  await other.close();

  await credits().click();
  await order(page, 'a second finch');
  await shows(page, /50 credits are missing until .*The balance would pay for it\./);
  await photograph(page, 'studio-credits-short');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('alert').getByText('The credits do not suffice. Choose the balance').waitFor();
  await balance().click();
  await order(page, 'a third finch');
  assert.deepEqual(await movedOf(tab), { operator_grant: -1000, prepaid: 850, held: 0, revenue: 150 });
  await page.evaluate('sessionStorage.clear()');
  await page.evaluate(`sessionStorage.setItem = () => undefined`);
  await page.reload();
  await choosePremiumVideo(page);
  assert.ok(await credits().isChecked(), 'next month, credits pay again');
  tab.assertQuiet();
  await tab.close();
});

test('where nothing suffices both remedies are offered, and a payment leads back to the order', async () => {
  verifies('DEC-STUDIO-39');
  const tab = await openStudio();
  const { page } = tab;
  await choosePremiumVideo(page);
  await choice(page, 'Model', 'Cinema').click();
  await page.getByLabel('Prompt').fill('a rich robin');
  await shows(page, /3\.50 USD · 0\.00 USD left.*Your balance is empty\./);
  assert.equal(await page.getByRole('link', { name: /credits of/ }).count(), 0, 'credits pay for no model');
  await choice(page, 'Model', 'Fast').click();
  await page.getByRole('link', { name: 'Pay with the credits of Pro' }).waitFor();
  await shows(page, /0\.75 USD · 0\.00 USD left.*Your balance is empty\./);
  await photograph(page, 'studio-nothing-left');
  await page.getByRole('button', { name: 'Generate' }).click();
  // It waits for the money, without a promise.
  await page
    .getByRole('region', { name: '1 waiting' })
    .getByText(/balance/)
    .waitFor();
  await page.getByRole('button', { name: 'Cancel: a rich robin' }).click();
  await page.getByRole('button', { name: 'Top up 10 USD' }).click();
  await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await shows(page, /Paid, thank you\./, 'body');
  await until(async () => new URL(page.url()).pathname === '/studio');
  await shows(page, /1920 × 1080 · 5\.0 s · no sound.*0\.75 USD · 10\.00 USD left/);
  await photograph(page, 'studio-paid-return');
  await order(page, 'a rich robin');
  assert.deepEqual(await movedOf(tab), { card: -1000, prepaid: 925, held: 0, revenue: 75 });
  tab.assertQuiet();
  await tab.close();
});
