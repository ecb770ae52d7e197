import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openOperatorTab, photograph } from '../support/console-browser.ts';
import { ASK, type JobCaller, jobCaller } from '../support/job-api.ts';
import { type Keyboard, keyboardOf } from '../support/keyboard.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let browser: Browser;
let tab: ConsoleTab;
let page: Page;
let keys: Keyboard;
let customer: TestAccount;
let author: JobCaller;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  tab = await openOperatorTab(service, browser);
  ({ page } = tab);
  keys = keyboardOf(page);
  customer = await service.account(1_000);
  author = await jobCaller(service, 'max');
});
after(async () => {
  tab?.assertQuiet();
  await browser?.close();
  await service.stop();
});

/** Goes to a page of the section by its navigation. */
async function goTo(name: string, heading = name): Promise<void> {
  await keys.tabTo('Skip to the content');
  await keys.tabTo(name);
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Opens a dialog with the button that has the focus, leaves it by Escape, opens it again, and gives the reason. */
async function confirm(opener: string, confirming: string, first = 'Reason *'): Promise<void> {
  await keys.press('Enter');
  await keys.isAt(first);
  await keys.press('Escape');
  await keys.isAt(opener);
  await keys.press('Space');
  await keys.isAt(first);
  if (first !== 'Reason *') await keys.tabTo('Reason *');
  await keys.type('the customer called');
  await keys.tabTo(confirming);
  await keys.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function act(button: string, confirming: string): Promise<void> {
  await keys.tabTo(button);
  await confirm(button, confirming);
}

test('tokens of workers are created and revoked by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  await tab.open('/operator');
  await goTo('Workers');
  await keys.tabTo('New token');
  await keys.press('Enter');
  await keys.isAt('Name *');
  await keys.press('Escape');
  await keys.isAt('New token');
  await keys.press('Space');
  await keys.isAt('Name *');
  await keys.type('gpu-2');
  await keys.press('Enter');
  await keys.isAt('Copy the setting of the worker');
  await keys.press('Escape');
  await keys.isAt('Copy the setting of the worker');
  await keys.tabTo('I have it');
  await keys.press('Enter');
  await keys.isAt('New token');
  await act('Revoke the token gpu-2', 'Revoke it');
  await keys.isIn('Worker tokens');
});

test('accounts are found and every action on one is done by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const [{ email }] = (await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [customer.id],
  )) as [{ email: string }];
  for (let i = 0; i < 10; i++)
    await customer.post('/v1/images/generate', { prompt: 'explicit hardcore porn' });
  await tab.open('/operator');
  await goTo('Accounts');
  await keys.tabTo('Show');
  await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown');
  await keys.tabTo('Email, key or id', 'back');
  await keys.type(email.slice(0, 6));
  await keys.press('Enter');
  await keys.tabTo(email);
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: email }).waitFor();
  await shows(page, /suspended until/);
  await act('Lift the suspension…', 'Lift the suspension');
  await keys.isIn('Standing');
  await act('Pause for review…', 'Pause payments');
  await keys.isAt('End the review…');
  await confirm('End the review…', 'End the review');
  await keys.isAt('Pause for review…');
  await act('Ban…', 'Ban the account');
  await keys.isAt('Lift the ban…');
  await confirm('Lift the ban…', 'Lift the ban');
  await keys.isAt('Ban…');

  await keys.tabTo('Credit…');
  await keys.press('Enter');
  await keys.isAt('Amount in USD *');
  await keys.type('2,50');
  await keys.tabTo('Reason *');
  await keys.type('an image was late');
  await keys.tabTo('Credit it');
  await keys.press('Enter');
  await shows(page, /must be dollars such as/, '[role=dialog]');
  await keys.tabTo('Amount in USD *', 'back');
  await keys.type('2.50');
  await keys.press('Enter');
  await keys.isAt('Credit…');
  await shows(page, /operatorbalance2\.50 USD/);

  await keys.tabTo('Plan…');
  await keys.press('Enter');
  await keys.isAt('Plan');
  await keys.press('ArrowDown');
  await keys.tabTo('Reason *');
  await keys.type('a gift');
  await keys.tabTo('Set the plan');
  await keys.press('Space');
  await keys.isAt('Plan…');
  await shows(page, /Max, granted/);
  await keys.tabTo('Change…');
  await confirm('Change…', 'Set the limits', 'Calls a minute');
  await keys.isAt('Change…');
});

test('jobs are found, queued again and cancelled by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  await takeLease(service.worker, { worker: 'gpu-1' });
  await tab.open('/operator');
  await goTo('Jobs');
  await keys.tabTo('State');
  await keys.press('ArrowDown', 'ArrowDown');
  assert.equal(await page.getByLabel('State').inputValue(), 'running');
  await keys.tabTo('Search');
  await keys.press('Enter');
  await page.getByTitle(body.job_id).waitFor();
  await keys.tabTo(`…${body.job_id.slice(-8)}`);
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Job/ }).waitFor();
  await act('Queue again…', 'Queue it again');
  await shows(page, /requeued/);
  await act('Cancel…', 'Cancel the job');
  await shows(page, /cancelled by the operator/);
  assert.notEqual(await page.evaluate('document.activeElement === document.body'), true);
});

test('reported and blocked content is revealed, hidden and decided about by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const { body } = await author.generate({ ...ASK, type: 'image', prompt: 'a secret garden' });
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, body.job_id);
  await deliver(service.worker, lease);
  await (await jobCaller(service)).report({ content_id: body.job_id, reason: 'csam', details: 'look' });
  await author.generate({ ...ASK, type: 'image', prompt: 'another prompt' });
  await service.worker.block(await takeLease(service.worker), { category: 'sexual', reason: 'score 0.97' });
  await tab.open('/operator');
  await goTo('Reports');
  await page.getByRole('img', { name: 'The image, blurred' }).waitFor();
  await keys.tabTo('Reveal the prompt and image');
  await keys.press('Enter');
  await shows(page, /a secret garden/);
  await keys.isIn('Reported image');
  await keys.tabTo('Hide it again');
  await keys.press('Space');
  await keys.isIn('Reported image');
  await keys.tabTo('Keep…', 'back');
  await confirm('Keep…', 'Keep it');
  await shows(page, /No report waits/);
  await act('A mistake…', 'It was a mistake');
  await shows(page, /mistaken/);
  await keys.isIn('Image: sexual');
});

test('emails, prices and the audit log are read by keyboard', async () => {
  verifies('DEC-KEYBOARD-01');
  await tab.open('/operator');
  await goTo('Queue');
  await goTo('Prices and limits');
  await goTo('Emails');
  await keys.tabTo('New sign-in to your Kinora account');
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New sign-in to your Kinora account' }).waitFor();
  await keys.tabTo('All emails');
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
  await goTo('Audit log');
  // The kinds of events arrive with the first page of them.
  await shows(page, /\d+ events$/);
  await keys.tabTo('Event');
  await page.keyboard.type('Suspension');
  await keys.tabTo('Search');
  await keys.press('Enter');
  await shows(page, /1 event$/);
});

test('prices are changed from fields by a preview of what changes for whom, scheduled and withdrawn', async () => {
  verifies('DEC-OPERATOR-23', 'DEC-OPERATOR-24');
  await tab.open('/operator/prices');
  await keys.tabTo('Change prices');
  await keys.press('Enter');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const image = panel('Image').getByLabel('Up to 1,048,576 px');
  await image.fill('7.5');
  const preview = page.getByRole('button', { name: 'Preview' });
  await preview.click();
  await shows(page, /must be whole cents/);
  await keys.isAt('Up to 1,048,576 px');
  await image.fill('7');
  await panel('Fast').getByLabel('HD', { exact: true }).fill('12');
  await panel('Plan Pro').getByLabel('USD a month').fill('21');
  await panel('Plan Max').getByLabel('Images').fill('900');
  await page.getByRole('button', { name: 'Add a plan' }).click();
  await panel('New plan').getByLabel('Permanent id').fill('Studio!');
  await panel('New plan').getByLabel('Name').fill('Studio');
  await panel('New plan').getByLabel('USD a month').fill('49');
  await preview.click();
  await shows(page, /must begin with a letter or digit/);
  await photograph(page, 'operator-prices-fields');
  await panel('New plan').getByLabel('Permanent id').fill('studio');
  await page.getByLabel('Starts at').fill('2990-01-01T00:00');
  await preview.click();
  await shows(page, /Image, up to 1,048,576 px: 5 ¢ → 7 ¢ an image/);
  await shows(page, /Fast, HD: 10 ¢ → 12 ¢ a second/);
  await shows(page, /Pro: 19\.00 USD → 21\.00 USD a month/);
  await shows(page, /New plan Studio \(studio\), tier pro: 49\.00 USD a month/);
  await shows(page, /Max: 2 accounts get the new amounts/);
  await photograph(page, 'operator-prices-preview');
  await page.getByRole('button', { name: 'Change something' }).click();
  assert.equal(await image.inputValue(), '7', 'what was typed is kept');
  await preview.click();
  await act('Apply…', 'Apply');
  await shows(page, /Scheduled.*operator@example\.com/s);
  await photograph(page, 'operator-prices-scheduled');
  await page.getByRole('button', { name: 'Change prices' }).click();
  await shows(page, /These are the prices of version 2, which starts .*2990/);
  assert.equal(await image.inputValue(), '7');
  await page.getByRole('button', { name: 'Discard' }).click();
  await act('Withdraw…', 'Withdraw');
  await panel('Scheduled').waitFor({ state: 'detached' });
  await page.route('**/api/console/operator/prices', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), catalogue_file: '/etc/kinora/catalogue.yaml' };
    await route.fulfill({ response, json });
  });
  await tab.open('/operator/prices');
  await shows(page, /It comes from \/etc\/kinora\/catalogue\.yaml/);
  assert.equal(await page.getByRole('button', { name: 'Change prices' }).count(), 0);
  await page.unroute('**/api/console/operator/prices');
});
