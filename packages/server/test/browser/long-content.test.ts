import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openOperatorTab } from '../support/console-browser.ts';
import { ASK, type JobCaller, jobCaller } from '../support/job-api.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The pages of the account and of the operator on the narrowest phone, and with names and numbers that are long. */

const LONG_NAME = 'w'.repeat(100);
const LONG_NOTE = 'n'.repeat(500);

let service: TestApp;
let browser: Browser;
let tab: ConsoleTab;
let page: Page;
let author: JobCaller;
let jobId: string;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  tab = await openOperatorTab(service, browser);
  ({ page } = tab);
  author = await jobCaller(service);
  const accepted = await author.generate({ ...ASK, type: 'image' });
  jobId = accepted.body.job_id;
  const { capabilities } = leaseRequest();
  const unknown = { operation: 'video', model: 'm'.repeat(60), longest_side: 1280 } as const;
  const operations = [...capabilities.operations, unknown];
  await deliver(
    service.worker,
    await takeLease(service.worker, { worker: LONG_NAME, capabilities: { ...capabilities, operations } }),
    paintedPng(1024, 1024, 1),
  );
  const reported = await author.report({ content_id: jobId, reason: 'other', details: LONG_NOTE });
  assert.equal(reported.status, 200, reported.text);
});
after(async () => {
  tab?.assertQuiet();
  await browser?.close();
  await service.stop();
});

/** The texts of buttons that lack the room for them. */
const CUT_OFF = `[...document.querySelectorAll('.mantine-Button-label')]
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)`;

/** The names of what scrolls sideways: the page, or its tables. */
const SIDEWAYS = `[document.documentElement, ...document.querySelectorAll('main section[tabindex="0"]')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.getAttribute('aria-label') ?? 'the page')`;

test('at 320 pixels no page of the account and of the operator scrolls sideways or cuts off a button', async () => {
  verifies('DEC-STUDIO-14');
  await page.setViewportSize({ width: 320, height: 640 });
  const account = [
    '',
    '/usage',
    '/plan',
    '/payments',
    '/security',
    '/keys',
    '/webhooks',
    '/connect',
    '/data',
  ];
  const operator = ['', '/workers', '/queue', '/jobs', `/jobs/${jobId}`, '/accounts', '/reports', '/prices'];
  for (const address of [
    ...account.map((path) => `/account${path}`),
    ...operator.map((path) => `/operator${path}`),
    `/operator/accounts/${author.accountId}`,
    '/operator/mails',
    '/operator/log',
  ]) {
    await tab.open(address);
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(excess <= 0, `${address} is ${excess} pixels too wide`);
    assert.deepEqual(await page.evaluate(CUT_OFF), [], address);
  }
});

test('a long address as a heading, and the settings, leave most of a phone for the rest', async () => {
  verifies('DEC-STUDIO-14');
  await page.setViewportSize({ width: 320, height: 640 });
  const { id } = await service.account(0);
  const address = `${'l'.repeat(60)}@${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(40)}.example`;
  await service.database.query('update accounts set email = $2 where id = $1', [id, address]);
  await tab.open(`/operator/accounts/${id}`);
  const heading = page.getByRole('heading', { level: 1, name: address });
  assert.ok(((await heading.boundingBox())?.height ?? 640) < 240);
  await tab.open('/operator/prices');
  const row = page.getByRole('row').filter({ hasText: 'KINORA_STORAGE_URL' });
  assert.ok(((await row.boundingBox())?.height ?? 640) < 160);
});

test('a dialog with a long name in its title keeps its cross in sight', async () => {
  verifies('DEC-STUDIO-14');
  await page.setViewportSize({ width: 320, height: 640 });
  await tab.open('/account/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('k'.repeat(80));
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('button', { name: /^Revoke/ }).click();
  const cross = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
  assert.ok(cross !== null && cross.x + cross.width <= 320, JSON.stringify(cross));
});

test('long names of workers and notes of reports leave the other columns in sight', async () => {
  verifies('DEC-OPERATOR-12');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [address, text] of [
    ['/operator/workers', LONG_NAME],
    ['/operator/jobs', LONG_NAME],
    [`/operator/jobs/${jobId}`, LONG_NAME],
    ['/operator/reports', LONG_NOTE],
  ] as const) {
    await tab.open(address);
    await page.getByText(text).first().waitFor();
    assert.deepEqual(await page.evaluate(SIDEWAYS), [], address);
  }
});

test('numbers of the overview have their thousands apart and stay in their tiles', async () => {
  verifies('DEC-OPERATOR-17');
  await service.database.query(
    `insert into worker_minutes (minute, worker, completed, failed)
     values (date_trunc('minute', now()) - interval '2 minutes', 'gpu-1', 61720, 1234)`,
  );
  await service.database.transaction((tx) => grantBalance(tx, author.accountId, 12_345_678_901, new Date()));
  await tab.open('/operator');
  await shows(page, /61,72\d completed1,234 failed/);
  await shows(page, /Jobs a minute12,344(\.\d)?completed/);
  await shows(page, /Granted123,456,789\.01 USD/);
  const overflowing = await page.evaluate(
    `[...document.querySelectorAll('dd')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`,
  );
  assert.deepEqual(overflowing, []);
});
