import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { insertJobs, sql } from '../support/insert-jobs.ts';
import { resetCallLimit, subscribe } from '../support/job-api.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The studio while jobs wait, run and end in every way; the test acts as the worker. */

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

async function generate(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt').fill(prompt);
  await page.getByRole('button', { name: 'Generate' }).click();
}

const tile = (page: Page, state: string, prompt: string) =>
  page.getByRole('button', { name: new RegExp(`^Image, ${state}: ${prompt}(?!\\d)`) });

test('variants are sent as the tier has room, followed by events, and compared', async () => {
  verifies('DEC-STUDIO-03', 'DEC-WAIT-04', 'DEC-STUDIO-07');
  const tab = await openStudio();
  const { page } = tab;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByLabel('Prompt').fill('a pear');
  await page.getByRole('button', { name: 'Make 4 variants' }).click();
  await page.getByRole('region', { name: '3 waiting' }).waitFor();
  // Places for those that wait, so that nothing moves when they start.
  await until(async () => (await page.locator('[data-stage] > li').count()) === 4);
  await shows(page, /Next to start · about \d+ s/);
  for (let left = 4; left > 0; left--) {
    const lease = await takeLease(service.worker);
    await service.worker.heartbeat(lease, { progress: 0.4, stage: 'render' });
    await shows(page, /40 %/);
    if (left === 4) await photograph(page, 'studio-generating');
    await deliver(service.worker, lease);
  }
  await until(async () => (await tile(page, 'ready', 'a pear').count()) === 4);
  assert.equal(requests.filter((request) => request === 'POST /api/console/studio/orders').length, 4);
  assert.ok(requests.some((request) => /^GET \/api\/job\/[^/]+\/events$/.test(request)));
  assert.deepEqual(
    requests.filter((request) => /^GET \/api\/job\/[^/]+$/.test(request)),
    [],
    'a job that is followed by events is not polled',
  );
  const seeds = await service.database.query<{ seed: number }>(
    'select seed from jobs where account_id = $1',
    [tab.accountId],
  );
  assert.equal(new Set(seeds.map(({ seed }) => seed)).size, 4);

  const boxes = page.getByRole('checkbox', { name: 'Choose: a pear' });
  for (let at = 0; at < 4; at++) await boxes.nth(at).check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await dialog.getByRole('button', { name: 'Details' }).first().waitFor();
  assert.equal(await dialog.getByAltText('a pear').count(), 4);
  for (const { seed } of seeds) await dialog.getByText(`Seed ${seed}`).waitFor();
  await photograph(page, 'studio-compare');
  tab.assertQuiet();
  await tab.close();
});

test('where events do not arrive, the job is polled', async () => {
  verifies('DEC-STUDIO-03');
  const tab = await openStudio('pro');
  const { page } = tab;
  await page.route('**/events', (route) => route.abort());
  await generate(page, 'a plum');
  await shows(page, /about \d+ s/);
  await deliver(service.worker, await takeLease(service.worker));
  await tile(page, 'ready', 'a plum').waitFor();
  await tab.close();
});

test('failed and blocked jobs say why, and that nothing was charged; filters show one state', async () => {
  verifies('DEC-STUDIO-06', 'DEC-STUDIO-08');
  const tab = await openStudio('pro');
  const { page } = tab;
  await generate(page, 'a failing fig');
  await service.worker.fail(await takeLease(service.worker), { reason: 'out of paint', retryable: false });
  await tile(page, 'failed', 'a failing fig').waitFor();
  await generate(page, 'a blocked banana');
  await service.worker.block(await takeLease(service.worker), { category: 'gore', reason: 'It bleeds.' });
  await tile(page, 'blocked', 'a blocked banana').waitFor();
  await shows(page, /could not be rendered, and nothing was charged/);
  await shows(page, /rejected the result, so it is not delivered and costs nothing/);
  await photograph(page, 'studio-failed');
  await tile(page, 'failed', 'a failing fig').click();
  await shows(page, /Nothing was charged/, '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'State of your jobs' }).selectOption('Blocked');
  await tile(page, 'failed', 'a failing fig').waitFor({ state: 'detached' });
  await tile(page, 'blocked', 'a blocked banana').waitFor();
  await page.getByText('Videos', { exact: true }).click();
  await shows(page, /Nothing fits these filters/);
  tab.assertQuiet();
  await tab.close();
});

test('a refusal is shown in the words of the service, and what only has to wait waits there', async () => {
  verifies('DEC-STUDIO-08', 'DEC-WAIT-08');
  const tab = await openStudio();
  const { page } = tab;
  const alert = page.getByRole('alert');
  await generate(page, 'naked child in bed');
  await alert.getByText(/minor/).waitFor();
  await alert.getByRole('button', { name: 'Dismiss' }).click();

  await service.database.query('delete from workers');
  const customer = await service.account();
  // Orders count on a reading of the workers that is up to a second old.
  await until(
    async () => !JSON.stringify((await customer.get('/v1/models')).body).includes('"available":true'),
  );
  await generate(page, 'a quince');
  const waiting = page.getByRole('region', { name: '1 waiting' });
  await waiting.getByText(/It is tried again at/).waitFor();
  await photograph(page, 'studio-refused');
  await keepWorkerReady(service.database);
  await waiting.getByRole('button', { name: 'Try now' }).click();
  const lease = await takeLease(service.worker);
  await deliver(service.worker, lease);
  await tile(page, 'ready', 'a quince').waitFor();

  const nowSeconds = Math.floor(Date.now() / 1000);
  await service.database.query('update account_activity set recent_calls = $2 where account_id = $1', [
    tab.accountId,
    JSON.stringify([[nowSeconds, 10]]),
  ]);
  await generate(page, 'a medlar');
  await waiting.getByText(/At most 10 generate calls a minute/).waitFor();
  await waiting.getByRole('button', { name: 'Cancel: a medlar' }).click();
  await waiting.waitFor({ state: 'detached' });
  await resetCallLimit(service, tab.accountId);
  const rows = await service.database.query<{ prompt: string }>(
    'select prompt from jobs where account_id = $1',
    [tab.accountId],
  );
  assert.deepEqual(
    rows.map(({ prompt }) => prompt),
    ['a quince'],
  );
  await tab.close();
});

test('a price that could not be read is read again when the person asks for it', async () => {
  verifies('DEC-STUDIO-02');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await page.clock.install();
  await page.route('**/api/quote', (route) => route.abort());
  await tab.open('/studio');
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await until(async () => {
    await page.clock.runFor(1000);
    return (await again.count()) === 1;
  });
  await page.unroute('**/api/quote');
  await again.click();
  await shows(page, /1024 × 1024.*Free/s);
  await tab.close();
});

/** How far down the gallery the focused tile is, and how far apart its rows are, in pixels. */
const PLACE = `(() => {
  const yOf = (tile) => Number(/, (.+)px/.exec(tile.closest('li')?.style.transform)?.[1]);
  const rows = [...new Set([...document.querySelectorAll('ul[aria-label="Your results"] [data-job]')].map(yOf))];
  rows.sort((one, other) => one - other);
  return { y: yOf(document.activeElement), apart: rows[1] - rows[0] };
})()`;

test('thousands of jobs are scrolled through, and only those near the screen are drawn', async () => {
  verifies('DEC-STUDIO-06');
  const tab = await openStudio();
  const { page } = tab;
  const JOBS = 1500;
  const id = sql(`('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`);
  const failed = { id, interface: 'job_api', prompt: sql(`'apple ' || n`), state: 'failed' };
  await insertJobs(service.database, tab.accountId, failed, JOBS);
  await tab.open('/studio');
  await tile(page, 'failed', `apple ${JOBS}`).waitFor();
  await until(async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    return (await tile(page, 'failed', 'apple 1').count()) === 1;
  });
  const drawn = await page.locator('[data-job]').count();
  assert.ok(drawn < 100, `${drawn} tiles are drawn`);
  const last = tile(page, 'failed', 'apple 1').first();
  assert.equal(await last.locator('xpath=..').getAttribute('aria-setsize'), String(JOBS));
  await last.focus();
  const before = await page.evaluate<{ y: number; apart: number }>(PLACE);
  // As fast as a key that is held down: no step is lost, although most of the tiles are not drawn yet.
  const STEPS = 12;
  for (let step = 0; step < STEPS; step++) await page.keyboard.press('ArrowUp');
  await until(async () => {
    const { y, apart } = await page.evaluate<{ y: number; apart: number }>(PLACE);
    return Math.round((before.y - y) / apart) === STEPS;
  }).catch(async () => {
    const now = JSON.stringify(await page.evaluate(PLACE));
    assert.fail(`from ${JSON.stringify(before)} to ${now}, not ${STEPS} rows further up`);
  });
  tab.assertQuiet();
  await tab.close();
});
