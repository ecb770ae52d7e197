import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { deliver, leaseRequest, rendererReport, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openOperatorTab, openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { ASK, type JobCaller, jobCaller } from '../support/job-api.ts';
import { makeOperator } from '../support/signed-in.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let browser: Browser;
let tab: ConsoleTab;
let page: Page;
let customer: TestAccount;
let author: JobCaller;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  tab = await openOperatorTab(service, browser);
  ({ page } = tab);
  customer = await service.account(1_000);
  author = await jobCaller(service, 'max');
});
after(async () => {
  tab?.assertQuiet();
  await browser?.close();
  for (const { rule, violations } of await auditLedger(service.database))
    assert.deepEqual(violations, [], rule);
  await service.stop();
});

async function order(): Promise<string> {
  return (await customer.post('/v1/images/generate', { prompt: 'a lighthouse in a storm' })).body.job_id;
}

/** Fills in the open dialog and confirms it by keyboard. */
async function confirm(button: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByLabel('Reason').fill('the customer called');
  const confirming = dialog.getByRole('button', { name: button });
  await confirming.focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('the overview, the queue and the workers show what happens by themselves', async () => {
  verifies('DEC-OPERATOR-17', 'DEC-OPERATOR-12', 'DEC-WORKER-18', 'DEC-WORKER-25');
  await tab.open('/operator');
  await shows(page, /Nothing needs you/);
  const id = await order();
  const lease = await takeLease(service.worker, { worker: 'gpu-1' });
  assert.equal(lease.job_id, id);
  await deliver(service.worker, lease);
  await order();
  const { capabilities } = leaseRequest();
  const operations = [
    ...capabilities.operations,
    { operation: 'video', model: 'fats', longest_side: 1280 } as const,
  ];
  const odd = { worker: 'gpu-1', capabilities: { ...capabilities, operations } };
  const broken = await takeLease(service.worker, odd);
  await service.worker.fail(broken, { reason: 'CUDA out of memory', retryable: false });
  await order();
  await author.generate({ ...ASK, type: 'video' });
  await shows(page, /Revenue0\.05 USD/);
  await shows(page, /1 completed1 failed0 blocked/);
  await photograph(page, 'operator-overview');
  await page.getByRole('link', { name: 'Queue' }).click();
  await shows(page, /1 waiting, 0 running/);
  await photograph(page, 'operator-queue');
  await page.getByRole('link', { name: 'Workers' }).click();
  await page.getByRole('link', { name: 'gpu-1' }).waitFor();
  const time = { rendering: 40_000, loading: 4000, waiting_for_jobs: 5000, preparing: 800, leasing: 200 };
  await service.worker.rendererTime(rendererReport('gpu-1', time));
  await service.worker.trouble({ worker: 'gpu-1', kind: 'broken', sentence: 'Restart ComfyUI: CUDA error' });
  await shows(page, /gpu-1 has taken no jobs for .*Restart ComfyUI: CUDA error/);
  await shows(page, /Not sold: fats is not a model of the catalogue\./);
  await shows(page, /2 % waiting for the service \(1\.6 % preparing a job, 0\.4 % asking for the next job\)/);
  await photograph(page, 'operator-workers');
});

test('a hidden tab asks for nothing', async () => {
  verifies('DEC-OPERATOR-17');
  const hidden = await openTab(service, browser);
  await makeOperator(service, hidden.accountId);
  await hidden.page.clock.install();
  await hidden.open('/operator');
  await shows(hidden.page, /Revenue/);
  let asked = 0;
  hidden.page.on('request', (request) => {
    if (request.url().endsWith('/operator/overview')) asked += 1;
  });
  const turn = (state: 'hidden' | 'visible') =>
    hidden.page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
  await turn('hidden');
  await hidden.page.clock.runFor(60_000);
  assert.equal(asked, 0);
  await turn('visible');
  await hidden.page.clock.runFor(10_000);
  await until(() => asked > 0);
  hidden.assertQuiet();
  await hidden.close();
});

test('a token is created, shown once and revoked, by keyboard', async () => {
  verifies('DEC-OPERATOR-13');
  await tab.open('/operator/workers');
  await page.getByRole('button', { name: 'New token' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('gpu 2');
  await page.keyboard.press('Enter');
  await shows(page, /must have 1 to 100 letters/, '[role=dialog]');
  await dialog.getByLabel('Name').fill('gpu-2');
  await page.keyboard.press('Enter');
  await dialog.getByText(/KINORA_WORKER_TOKEN=kw_/).waitFor();
  await dialog.getByRole('button', { name: 'I have it' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.doesNotMatch((await page.textContent('body')) ?? '', /kw_/);
  await page.getByRole('button', { name: 'Revoke the token gpu-2' }).click();
  await confirm('Revoke it');
  await shows(page, /revoked/);
});

test('a job is found, queued again and cancelled, and its money is back', async () => {
  verifies('DEC-OPERATOR-09', 'DEC-OPERATOR-10');
  const id = await order();
  let lease = await takeLease(service.worker, { worker: 'gpu-1' });
  while (lease.job_id !== id) {
    await deliver(service.worker, lease);
    lease = await takeLease(service.worker, { worker: 'gpu-1' });
  }
  await tab.open('/operator/jobs');
  await photograph(page, 'operator-jobs');
  await page.getByLabel('State').selectOption('running');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByTitle(id).click();
  await page.getByRole('button', { name: 'Queue again…' }).click();
  await confirm('Queue it again');
  await shows(page, /requeued/);
  await photograph(page, 'operator-job');
  await page.getByRole('button', { name: 'Cancel…' }).click();
  await confirm('Cancel the job');
  await shows(page, /cancelled by the operator: the customer called/);
  await shows(page, /reversal/);
  await page.getByRole('button', { name: 'Queue again…' }).waitFor({ state: 'detached' });
  await page.goBack();
  assert.match(page.url(), /state=running/, 'a search is in the address');
});

test('an account is credited once, limited, given a plan, reviewed and banned, each with its reason', async () => {
  verifies('DEC-GRANT-09');
  verifies('DEC-OPERATOR-02', 'DEC-OPERATOR-03', 'DEC-OPERATOR-05', 'DEC-OPERATOR-06', 'DEC-OPERATOR-07');
  const [{ email }] = (await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [customer.id],
  )) as [{ email: string }];
  await tab.open('/operator/accounts');
  await photograph(page, 'operator-accounts');
  await page.getByLabel('Email, key or id').fill(email.slice(0, 6));
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('heading', { level: 1, name: email }).waitFor();
  await page.getByRole('button', { name: 'Credit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in USD').fill('2,50');
  await dialog.getByLabel('Reason').fill('no');
  await dialog.getByLabel('Reason').fill('an image was late');
  await dialog.getByRole('button', { name: 'Credit it' }).click();
  await shows(page, /must be dollars such as/, '[role=dialog]');
  await dialog.getByLabel('Amount in USD').fill('2.50');
  await photograph(page, 'operator-credit');
  await dialog.getByRole('button', { name: 'Credit it' }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  await shows(page, /operatorbalance2\.50 USD/);
  const credits = await service.database.query(
    `select from postings where source = 'operator_grant' and amount_cents = 250`,
  );
  assert.equal(credits.length, 1);
  await page.getByRole('button', { name: 'Credit…' }).click();
  await dialog.getByLabel('What it is').selectOption('grant');
  await dialog.getByLabel('Amount in USD').fill('4');
  await dialog.getByLabel('Last day').fill('2020-01-31');
  await dialog.getByLabel('Reason').fill('a gift');
  await dialog.getByRole('button', { name: 'Credit it' }).click();
  await shows(page, /must be in the future/i, '[role=dialog]');
  await dialog.getByLabel('Last day').fill('2990-01-31');
  await photograph(page, 'operator-grant');
  await dialog.getByRole('button', { name: 'Credit it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await shows(page, /operatorbalance4\.00 USD/);
  await page.getByRole('button', { name: 'Change…' }).click();
  const limits = page.getByRole('dialog');
  await limits.getByLabel('Jobs at once').fill('Infinity');
  await limits.getByLabel('Reason').fill('no limit');
  await limits.getByRole('button', { name: 'Set the limits' }).click();
  await shows(page, /must be a number/, '[role=dialog]');
  assert.equal(await limits.getByText('must be a number').count(), 1, 'said once, at the field');
  await confirm('Set the limits', { 'Jobs at once': '7', 'Images a day': '' });
  await shows(page, /Jobs at once7/);
  await page.getByRole('button', { name: 'Plan…' }).click();
  await page.getByRole('dialog').getByLabel('Plan').selectOption('max');
  await confirm('Set the plan');
  await shows(page, /Max, granted/);
  await page.getByRole('button', { name: 'Pause for review…' }).click();
  await confirm('Pause payments');
  await shows(page, /its payments are paused/);
  await photograph(page, 'operator-account');
  await page.getByRole('button', { name: 'Ban…' }).click();
  await confirm('Ban the account');
  await shows(page, /the customer called/);
  assert.equal((await customer.get('/v1/me/balance')).status, 403);
  await page.getByRole('button', { name: 'Lift the ban…' }).click();
  await confirm('Lift the ban');
  await page.getByRole('button', { name: 'End the review…' }).click();
  await confirm('End the review');
  await shows(page, /In good standing/);
  assert.equal((await customer.get('/v1/me/balance')).status, 200);
});

test('reported content is blurred until it is revealed, and a decision closes its reports', async () => {
  verifies('DEC-OPERATOR-14');
  const { body } = await author.generate({ ...ASK, type: 'image', prompt: 'a secret garden' });
  let lease = await takeLease(service.worker);
  while (lease.job_id !== body.job_id) {
    await deliver(service.worker, lease);
    lease = await takeLease(service.worker);
  }
  await deliver(service.worker, lease);
  await (await jobCaller(service)).report({
    content_id: body.job_id,
    reason: 'csam',
    details: 'please look',
  });
  const blocked = await author.generate({ ...ASK, type: 'image', prompt: 'another prompt' });
  assert.equal(blocked.status, 200, blocked.text);
  await service.worker.block(await takeLease(service.worker), { category: 'sexual', reason: 'score 0.97' });
  await tab.open('/operator/reports');
  await page.getByRole('img', { name: 'The image, blurred' }).waitFor();
  assert.doesNotMatch((await page.textContent('main')) ?? '', /secret garden|another prompt/);
  await photograph(page, 'operator-reports');
  await page.getByRole('button', { name: 'Reveal the prompt and image' }).click();
  await shows(page, /a secret garden/);
  const result = page.getByRole('img', { name: 'The result' });
  await until(() => result.evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0));
  await page.getByRole('button', { name: 'Hide it again' }).click();
  await page.getByRole('img', { name: 'The image, blurred' }).waitFor();
  await page.getByRole('button', { name: 'Keep…' }).click();
  await confirm('Keep it');
  await shows(page, /No report waits/);
  await page.getByRole('button', { name: 'A mistake…' }).click();
  await confirm('It was a mistake');
  await shows(page, /mistaken/);
});

test('prices are shown, and the audit log tells who did what', async () => {
  verifies('DEC-OPERATOR-15', 'DEC-OPERATOR-16');
  await tab.open('/operator/prices');
  await shows(page, /KINORA_PAYMENTS/);
  await photograph(page, 'operator-prices');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await shows(page, /Report resolved/);
  await photograph(page, 'operator-log');
  await page.getByLabel('Event', { exact: true }).selectOption('credit_granted');
  await page.getByRole('button', { name: 'Search' }).click();
  await shows(page, /^(?!.*Report resolved\d).*1 event/s);
  await shows(page, /an image was late/);
});

test('each email is shown as a mail program shows it, without scripts, and its links open a new tab', async () => {
  verifies('DEC-EMAIL-04', 'DEC-EMAIL-06');
  await tab.open('/operator');
  await page.getByRole('link', { name: 'Emails' }).click();
  await page.getByRole('link', { name: 'A new API key was created for your account' }).waitFor();
  await photograph(page, 'operator-emails');
  await page.getByRole('link', { name: 'A new API key was created for your account' }).click();
  await page.getByRole('heading', { level: 1, name: 'A new API key was created' }).waitFor();
  await shows(page, /Kinora, http:/, 'pre');
  const email = page.frameLocator('iframe[title="The HTML of the email"]');
  const button = email.locator('a.button');
  await button.waitFor();
  const card = await email.locator('.card').boundingBox();
  assert.ok((card?.width ?? 0) <= 560, `its styles apply: it is ${card?.width} px wide`);
  await photograph(page, 'operator-email');
  const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await opened.waitForLoadState();
  assert.ok(opened.url().startsWith(service.url), opened.url());
  await opened.close();
  await page.getByRole('link', { name: 'All emails' }).click();
  await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
  await tab.open('/operator/mails/none');
  await shows(page, /There is no such email/);
});

test('a time in a year of six digits is refused at its field', async () => {
  verifies('DEC-OPERATOR-08');
  for (const [address, label] of [
    ['/operator/jobs', 'Ordered after'],
    ['/operator/log', 'Before'],
  ] as const) {
    await tab.open(address);
    await page.getByLabel(label).fill('202611-01-01T00:00');
    await page.getByRole('button', { name: 'Search' }).click();
    assert.equal(await page.getByLabel(label).and(page.locator(':invalid')).count(), 1, label);
    assert.equal(new URL(page.url()).search, '');
  }
});

test('a search that is opened by its address shows the kind of event it is for before the events', async () => {
  verifies('DEC-OPERATOR-08');
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/console/operator/log?*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(`${service.url}/operator/log?kind=job_requeued`);
  await page.getByLabel('Event', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Event', { exact: true }).inputValue(), 'job_requeued');
  answered.resolve();
  await page.getByRole('columnheader', { name: 'Details' }).waitFor();
  assert.equal(await page.getByLabel('Event', { exact: true }).inputValue(), 'job_requeued');
  await page.unroute('**/api/console/operator/log?*');
});

test('the back button undoes a search, and what is typed stays while something else is chosen', async () => {
  verifies('DEC-OPERATOR-08');
  await tab.open('/operator/accounts');
  await page.getByLabel('Email, key or id').fill('operator');
  await page.getByLabel('Show').selectOption('banned');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/only=banned/);
  assert.match(page.url(), /search=operator/);
  await shows(page, /No account matches/);
  await page.goBack();
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/operator/accounts');
  await shows(page, /operator@example\.com/);
  assert.equal(await page.getByLabel('Email, key or id').inputValue(), '');
});

test('an overview that cannot be read says so until the person tries again', async () => {
  verifies('DEC-OPERATOR-17');
  const { page, ...other } = await openTab(service, browser);
  await makeOperator(service, other.accountId);
  await page.clock.install();
  await page.route('**/api/console/operator/overview', (route) => route.abort());
  await other.open('/operator');
  const message = page.getByRole('alert');
  await until(async () => {
    await page.clock.runFor(1000);
    return (await message.count()) === 1;
  });
  for (let tries = 0; tries < 4; tries++) {
    await page.clock.runFor(3000);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.equal(await message.count(), 1, `after ${tries} refreshes`);
  }
  await page.unroute('**/api/console/operator/overview');
  await message.getByRole('button', { name: 'Try again' }).click();
  await shows(page, /Jobs a minute/);
  await other.close();
});

test('a suspension is seen in the list and lifted with a reason, by two tabs at once', async () => {
  verifies('DEC-OPERATOR-20');
  const suspended = await service.account();
  const order = (prompt: string) => suspended.post('/v1/images/generate', { prompt });
  for (let i = 0; i < 10; i++) assert.equal((await order('explicit hardcore porn')).status, 451);
  assert.equal((await order('a pear')).status, 403);
  await tab.open('/operator/accounts');
  await page.getByLabel('Show').selectOption('suspended');
  await page.getByRole('button', { name: 'Search' }).click();
  await shows(page, /suspended.*1 account$/s);
  await photograph(page, 'operator-suspended');
  await page.getByRole('row').getByRole('link').click();
  await shows(page, /suspended until/);
  await photograph(page, 'operator-suspension');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Lift the suspension…' }).click();
  await other.getByLabel('Reason').fill('also me');
  await page.getByRole('button', { name: 'Lift the suspension…' }).click();
  await confirm('Lift the suspension');
  await shows(page, /In good standing/);
  assert.equal((await order('a pear')).status, 200);
  await other.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click();
  await shows(other, /In good standing/);
  await other.close();
  const lifted = await service.database.query(
    `select from security_events where kind = 'suspension_lifted' and account_id = $1`,
    [suspended.id],
  );
  assert.equal(lifted.length, 1);
});
