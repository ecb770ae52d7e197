import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { setPlan } from '../../src/funding/terms.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openOperatorTab, openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { videoOf } from '../support/default-catalogue.ts';
import { acceptorOf, imageQuote, jobRequest, UNLIMITED, violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { fallIntoArrears } from '../support/owing-account.ts';
import { addStudio, sellCatalogue, setMonthly } from '../support/sold-catalogue.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2026-03-01T12:00:00Z');
const catalogue = sellCatalogue(clock);
let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp({ clock, catalogue });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

/** On the sandbox's page: chooses a test card and pays or saves it. */
async function payWith(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: /^(Pay|Save card)/ }).click();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a button that asks first, and confirms. */
async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** What is shown on the return from the provider is gone after a reload, and the address has no trace of it. */
async function isSaidOnce(page: Page, text: RegExp): Promise<void> {
  verifies('DEC-BILLING-14');
  await until(async () => new URL(page.url()).search === '');
  assert.match((await page.textContent('main')) ?? '', text);
  await page.reload();
  await shows(page, /Balance/);
  assert.doesNotMatch((await page.textContent('main')) ?? '', text);
}

async function newTab(): Promise<ConsoleTab> {
  return openTab(service, browser);
}

test('a balance is topped up, recharged and refunded', async () => {
  verifies('DEC-BILLING-01', 'DEC-BILLING-02', 'DEC-BILLING-10');
  const tab = await newTab();
  const { page } = tab;
  await tab.open('/account');
  await shows(page, /No plan[\s\S]*0\.00 USD/);
  await tab.open('/account/payments');
  // The choice is made with the keyboard alone.
  await page.getByLabel('25 USD', { exact: true }).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Prepaid balance' }).waitFor();
  await payWith(page);
  await shows(page, /Paid, thank you\.[\s\S]*50\.00 USD/);
  await isSaidOnce(page, /Paid, thank you/);

  await page.getByRole('radiogroup', { name: 'Add each time' }).getByLabel('25 USD').check();
  await button(page, 'Save auto-recharge').click();
  await shows(page, /The auto-recharge settings are saved/, 'body');
  const limited = page.getByRole('radiogroup', { name: 'Add each time' }).getByLabel('50 USD');
  assert.equal(await limited.isDisabled(), true);
  await shows(page, /A new account may add at most 25 USD at a time until/);
  await page.getByLabel('Nothing (off)').check();
  await button(page, 'Save auto-recharge').click();

  await button(page, 'Refund 50.00 USD').click();
  await photograph(page, 'account-refund-dialog');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Refund 50.00 USD').click();
  await dialog(page).getByRole('button', { name: 'Refund 50.00 USD' }).dblclick();
  await shows(page, /0\.00 USD[\s\S]*Refunded/);
  assert.equal((await service.database.query('select from refunds')).length, 1);
  tab.assertQuiet();
  await tab.close();
});

test('a card is added, replaced and removed', async () => {
  verifies('DEC-CARD-01', 'DEC-CARD-03', 'DEC-CARD-04');
  const tab = await newTab();
  const { page } = tab;
  await tab.open('/account/payments');
  await button(page, 'Add a card').click();
  await page.getByRole('heading', { name: 'Add a card' }).waitFor();
  await photograph(page, 'sandbox-add-card');
  await button(page, 'Cancel and go back').click();
  await shows(page, /No card was added/);
  await isSaidOnce(page, /No card was added/);
  await button(page, 'Add a card').click();
  await payWith(page, '4000 0025 0000 3155');
  await button(page, 'Confirm').click();
  await shows(page, /The card was added[\s\S]*Visa ending in 3155[\s\S]*Valid until 12\/2034/);
  await confirm(page, 'Remove the card');
  await shows(page, /None on file/);
  tab.assertQuiet();
  await tab.close();
});

test('a plan is bought, pays per use under a cap, is changed, kept and cancelled', async () => {
  verifies('DEC-BILLING-05', 'DEC-BILLING-11', 'DEC-BILLING-13');
  const tab = await newTab();
  const { page } = tab;
  await tab.open('/account/plan');
  await button(page, 'Subscribe to Pro').click();
  await payWith(page);
  await shows(page, /Paid, thank you[\s\S]*Next charge: 19\.00 USD on/);
  await tab.open('/account');
  await shows(page, /Pay per use is off/);
  await page.getByRole('link', { name: 'Turn it on' }).click();
  await page.getByRole('heading', { name: 'Plan', exact: true, level: 1 }).waitFor();
  await page.getByLabel('Continue beyond the allowance, and pay per use').click();
  await shows(page, /Choose a monthly cap/);
  const cap = page.getByLabel('Monthly cap in USD');
  verifies('DEC-WORDS-01');
  await cap.fill('2');
  await button(page, 'Save the cap').click();
  await shows(page, /Must be at least 5\.00 USD(?! \()/);
  await cap.fill('60');
  await button(page, 'Save the cap').click();
  await shows(page, /A new account may set at most 50\.00 USD/);
  await cap.fill('20');
  await button(page, 'Save the cap').click();
  await shows(page, /0\.00 USD of 20\.00 USD used this month/);

  clock.advance(1000);
  await shows(page, /80\.00 USD now, to change to it/);
  await photograph(page, 'account-plan-offers');
  await button(page, 'Change to Max').click();
  const dialog = page.getByRole('dialog');
  await shows(page, /counts towards 99\.00 USD, and 80\.00 USD is charged/, '[role=dialog]');
  await photograph(page, 'account-plan-upgrade');
  await dialog.getByRole('button', { name: 'Pay 80.00 USD and change' }).click();
  await dialog.waitFor({ state: 'detached' });
  await shows(page, /Your plan[\s\S]*Max[\s\S]*99 USD a month/);
  clock.advance(1000);
  await confirm(page, 'Change to Pro');
  await shows(page, /Changes to Pro on/);
  clock.advance(1000);
  await button(page, 'Keep Max').click();
  await button(page, 'Keep Max').waitFor({ state: 'detached' });
  clock.advance(1000);
  await confirm(page, 'Cancel Max');
  await shows(page, /Max ends on .* and is not charged again/);
  await photograph(page, 'account-plan-cancelled');
  await tab.open('/account/payments');
  await shows(
    page,
    /Receipts[\s\S]*Upgrade to Max, by the month[\s\S]*80\.00 USD[\s\S]*Pro, by the month[\s\S]*19\.00 USD/,
  );
  await photograph(page, 'account-payments-plan');
  tab.assertQuiet();
  await tab.close();
});

test('a card that a plan needs is not removed, and the page says why', async () => {
  verifies('DEC-BILLING-04', 'DEC-CARD-03');
  const tab = await newTab();
  const { page } = tab;
  await tab.open('/account/plan');
  await button(page, 'Subscribe to Max by the year').waitFor();
  await photograph(page, 'account-plan-none');
  await button(page, 'Subscribe to Max by the year').click();
  await payWith(page);
  await tab.open('/account/payments');
  await button(page, 'Remove the card').click();
  await dialog(page).getByRole('button', { name: 'Remove the card' }).click();
  await shows(page, /The card is still needed: your plan is charged to it/, '[role=dialog]');
  tab.assertQuiet();
  await tab.close();
});

test('arrears are paid where the problem says, and the account is served again', async () => {
  verifies('DEC-ARREARS-01', 'DEC-ARREARS-02', 'DEC-ARREARS-03', 'DEC-BILLING-11');
  const tab = await newTab();
  const { page } = tab;
  await tab.open('/account/plan');
  await button(page, 'Subscribe to Pro').click();
  await page.getByRole('heading', { name: 'Kinora Pro' }).waitFor();
  const order = await fallIntoArrears(service, tab.accountId, clock, page.url());
  const { pay_invoice: where } = (await order()).body;
  await tab.open(new URL(where).pathname);
  await shows(page, /An invoice of 0\.05 USD is unpaid/);
  await photograph(page, 'account-arrears');
  await button(page, 'Pay 0.05 USD').click();
  await until(async () => {
    const [invoice] = await service.database.query<{ tries: number; state: string }>(
      'select tries, state from invoices where account_id = $1',
      [tab.accountId],
    );
    return invoice?.tries === 2 && invoice.state === 'unpaid';
  });
  // Declined again, so it can be paid with another card.
  await button(page, 'Pay with another card').click();
  await payWith(page);
  await shows(page, /The card was added/);
  await page.getByText('is unpaid').waitFor({ state: 'detached' });
  await until(async () => (await order()).status === 200);
  await page.reload();
  await shows(page, /Invoices for pay per use[\s\S]*Paid/);
  assert.deepEqual(await violations(service.database), []);
  tab.assertQuiet();
  await tab.close();
});

test('usage is shown by day and by job, and downloaded', async () => {
  verifies('DEC-USAGE-01', 'DEC-USAGE-02');
  const tab = await newTab();
  const { page, accountId } = tab;
  clock.set('2026-06-15T12:00:00Z');
  await tab.open('/account/usage');
  await shows(page, /Nothing was generated in this month/);
  await service.database.transaction(async (tx) => {
    await setPlan(tx, accountId, { name: 'max', source: 'operator', interval: 'month' });
    await grantBalance(tx, accountId, 5000, clock.now());
  });
  await setLimits(service.database, accountId, UNLIMITED);
  const accept = acceptorOf(service.database, clock);
  for (let day = 0; day < 24; day++) {
    for (let job = 0; job <= (day * 7) % 5; job++) {
      const accepted = await accept(jobRequest(accountId, { quote: imageQuote() }));
      assert.ok(accepted.ok);
      await accept(jobRequest(accountId, { quote: videoOf({ duration: 1 + job / 3 }) }));
    }
    if (day === 12) await service.database.transaction((tx) => setPlan(tx, accountId, null));
    clock.advance(24 * HOUR_MS);
  }
  await tab.open('/account/usage');
  await shows(page, /Cost of each job[\s\S]*Balance/);
  const months = page.getByLabel('Month', { exact: true });
  assert.ok((await months.locator('option').count()) >= 2);
  await months.selectOption({ index: 1 });
  await page.getByText('Seconds of video as a table').click();
  await shows(page, /Day \(UTC\)/);
  await page.getByLabel('Kind').selectOption('image');
  await shows(page, /Image/, 'tbody >> nth=-1');
  await page.getByText('Seconds of video as a table').click();
  await photograph(page, 'account-usage');
  await button(page, 'Show more').click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  assert.match((await download).suggestedFilename(), /^kinora-jobs-2026-\d\d-image\.csv$/);
  await tab.open('/account');
  await photograph(page, 'account-overview');
  tab.assertQuiet();
  await tab.close();
});

/** The day in so many days, as the browser shows it. */
function dayIn(days: number): string {
  const at = new Date(clock.now().getTime() + days * 24 * HOUR_MS);
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** Creates a code on the operator's page. */
async function createCode(code: string): Promise<void> {
  const tab = await openOperatorTab(service, browser);
  const { page } = tab;
  await tab.open('/operator/codes');
  await shows(page, /No code yet/);
  await button(page, 'New code').click();
  const field = (name: string) => dialog(page).getByRole('textbox', { name });
  await field('Amount in USD').fill('3');
  await field('Accounts that may redeem it').fill('many');
  await dialog(page).getByLabel('Last day').fill('2990-12-31');
  await field('Days that what it grants is valid').fill('30');
  await field('Code').fill(code);
  await field('Reason').fill('a fair');
  await button(page, 'Create it').click();
  await shows(page, /must be at least 1/, '[role=dialog]');
  await photograph(page, 'operator-new-code');
  await field('Accounts that may redeem it').fill('100');
  await button(page, 'Create it').click();
  await dialog(page).waitFor({ state: 'detached' });
  await shows(page, /SPRING-263\.00 USD30 days0 of 100/);
  await photograph(page, 'operator-codes');
  tab.assertQuiet();
  await tab.close();
}

test('a code is created and redeemed, and the page says until when its grant is valid', async () => {
  verifies('DEC-CODE-01', 'DEC-CODE-02', 'DEC-CODE-04', 'DEC-GRANT-10');
  await createCode('spring-26');
  const expires = dayIn(30);
  const tab = await newTab();
  const { page, accountId } = tab;
  await tab.open('/account/payments');
  const field = page.getByLabel('Code', { exact: true });
  await field.fill('SPRING-62');
  await page.keyboard.press('Enter');
  await shows(page, /There is no such code\. Check each letter/);
  await photograph(page, 'account-code-refused');
  await field.fill('spring26');
  await button(page, 'Redeem').click();
  await shows(page, /The code is redeemed/, 'body');
  await shows(page, new RegExp(`3\\.00 USD of this was given to you and expires ${expires}`));
  assert.equal(await field.inputValue(), '');
  await service.database.transaction((tx) => grantBalance(tx, accountId, 1000, clock.now()));
  assert.equal((await acceptorOf(service.database, clock)(jobRequest(accountId))).ok, true);
  await page.reload();
  await shows(page, new RegExp(`Code, ${dayIn(0)}.*0\\.05 USD spent, expires ${expires}`, 's'));
  await photograph(page, 'account-code-redeemed');
  clock.advance(31 * 24 * HOUR_MS);
  await page.reload();
  await shows(page, new RegExp(`0\\.05 USD spent, 2\\.95 USD expired ${expires}`));
  assert.doesNotMatch((await page.textContent('main')) ?? '', /was given to you and expires/);
  await tab.open('/account/top-up');
  await photograph(page, 'top-up-without-script');
  tab.assertQuiet();
  await tab.close();
});

// Last: the database of this file has only the first version of the catalogue, by which nothing is ordered after it.
test('a third plan is offered, and the page says what it costs from its renewal on', async () => {
  verifies('DEC-PLAN-11', 'DEC-PLAN-14');
  catalogue.apply(addStudio);
  const tab = await newTab();
  const { page } = tab;
  await tab.open('/account/plan');
  await shows(page, /Studio[\s\S]*49 USD a month[\s\S]*600 seconds of video a month; Cinema counts double/);
  await button(page, 'Subscribe to Studio').click();
  await page.getByRole('heading', { name: 'Kinora Studio' }).waitFor();
  await payWith(page);
  catalogue.apply(setMonthly('studio', 5950));
  await addTask(service.database, 'payments_due', {});
  await until(async () => {
    const rows = await service.database.query(
      'select from subscriptions where account_id = $1 and next_cents is not null',
      [tab.accountId],
    );
    return rows.length === 1;
  });
  await tab.open('/account/plan');
  await shows(page, /Studio[\s\S]*49 USD a month[\s\S]*costs 59\.50 USD a month instead of 49\.00 USD/);
  await photograph(page, 'account-plan-repriced');
  tab.assertQuiet();
  await tab.close();
});
