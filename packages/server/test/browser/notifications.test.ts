import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let browser: Browser;
let pushes: PushService;
before(async () => {
  service = await startTestApp({ environment: { KINORA_WEBHOOKS_PRIVATE: '1' } });
  browser = await launchBrowser();
  pushes = await startPushService();
});
after(async () => {
  await browser?.close();
  await pushes.stop();
  await service.stop();
});

/** The browser of the test shows no notifications and has no push service. */
const ALLOWED = `
  window.Notification = class { close() {} };
  window.Notification.permission = 'granted';
  window.Notification.requestPermission = async () => window.Notification.permission;
`;

/** A push service that takes this subscription. */
const subscribing = (subscription: object) => `
  const made = () => {
    const json = JSON.parse(localStorage.getItem('made'));
    return json && { endpoint: json.endpoint, toJSON: () => json,
      unsubscribe: async () => localStorage.removeItem('made') ?? true };
  };
  PushManager.prototype.getSubscription = async () => made();
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem('made', '${JSON.stringify(subscription)}');
    localStorage.setItem('made-with', JSON.stringify(options));
    return made();
  };
`;

const workers = (page: Page) =>
  page.evaluate<string[]>(
    `navigator.serviceWorker.getRegistrations().then((all) => all.map(({ active, scope }) => scope + ' ' + active?.scriptURL))`,
  );
const switchOf = (page: Page) => page.getByRole('switch', { name: 'Notify me when it is ready' });
const stored = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('kinora-notify')`);

async function rowsOf(accountId: string): Promise<number> {
  const rows = await service.database.query(
    'select from push_subscriptions join auth_sessions on id = session_id where user_id = $1',
    [accountId],
  );
  return rows.length;
}

test('a browser that is subscribed by the switch is notified after its pages are closed, until the sign-out', async () => {
  verifies('DEC-PUSH-08', 'DEC-PUSH-04');
  const tab = await openTab(service, browser);
  const { page, accountId } = tab;
  const person = pushes.browser('');
  await page.context().addInitScript(ALLOWED + subscribing(person.subscription));
  await tab.open('/studio');
  await page.getByLabel('Prompt').fill('a slow film');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page
    .getByRole('button', { name: /^Image, waiting/ })
    .first()
    .waitFor();
  await tab.open('/account/security');
  assert.deepEqual([await workers(page), await rowsOf(accountId)], [[], 0], 'nothing before the press');
  await page
    .getByText(/push service of your browser, which sees that a message comes, and not what/)
    .waitFor();
  await photograph(page, 'notifications');
  // Its input is hidden below what is drawn.
  await switchOf(page).check({ force: true });
  await until(async () => (await rowsOf(accountId)) === 1);
  await until(async () => (await stored(page)) === `"push:${accountId}"`);
  assert.deepEqual(await workers(page), [`${service.url}/ ${service.url}/push-worker.js`]);
  const options = JSON.parse(await page.evaluate<string>(`localStorage.getItem('made-with')`));
  assert.deepEqual([options.userVisibleOnly, options.applicationServerKey.length], [true, 87]);

  // As in a new session: the studio subscribes again.
  await service.database.query('delete from push_subscriptions');
  await tab.open('/studio');
  await until(async () => (await rowsOf(accountId)) === 1);
  tab.assertQuiet();
  const other = await page.context().newPage();
  await page.close();
  await service.database.query(
    `update jobs set created_at = created_at - interval '1 minute' where account_id = $1`,
    [accountId],
  );
  await deliver(service.worker, await takeLease(service.worker));
  const { title, body } = person.read(await pushes.message(0));
  assert.deepEqual([title, body], ['Your image is ready', 'a slow film']);

  await other.goto(`${service.url}/account`);
  await other.getByRole('button', { name: /^Signed in as/ }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL('**/signin');
  assert.deepEqual([await rowsOf(accountId), await stored(other)], [0, null]);
  await until(async () => (await workers(other)).length === 0);
  await tab.close();
});

test('where a browser refuses, or has no push service, its open pages notify, by the same switch', async () => {
  verifies('DEC-PUSH-08');
  const refused = await openTab(service, browser);
  await refused.page.addInitScript(ALLOWED);
  await refused.open('/account/security');
  await switchOf(refused.page).check({ force: true });
  await refused.page.getByText('For now it notifies you while a page of the studio is open.').waitFor();
  assert.equal(await stored(refused.page), '"yes"');
  await switchOf(refused.page).uncheck({ force: true });
  await until(async () => (await workers(refused.page)).length === 0);
  assert.deepEqual([await stored(refused.page), await rowsOf(refused.accountId)], ['"no"', 0]);
  await refused.close();

  const without = await openTab(service, browser);
  await without.page.addInitScript(`${ALLOWED} delete window.PushManager;`);
  await without.open('/account/security');
  await without.page.getByText(/this browser has no push service here/).waitFor();
  await switchOf(without.page).check({ force: true });
  await until(async () => (await stored(without.page)) === '"yes"');
  assert.deepEqual(await workers(without.page), []);
  await without.page.addInitScript(`Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })`);
  await without.page.reload();
  await without.page.getByText(/Make one of this page with Share, Add to Home Screen/).waitFor();
  const session = await without.page.context().newCDPSession(without.page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  assert.deepEqual([url, errors], [`${service.url}/manifest.webmanifest`, []]);
  const { name, start_url: start, display } = JSON.parse(data ?? '');
  assert.deepEqual([name, start, display], ['Kinora', '/studio', 'standalone']);
  await without.close();

  const blocked = await openTab(service, browser);
  await blocked.page.addInitScript(`${ALLOWED} window.Notification.permission = 'denied';`);
  await blocked.open('/account/security');
  await blocked.page.getByText(/its settings block those of this site/).waitFor();
  assert.ok(await switchOf(blocked.page).isDisabled());
  await blocked.close();
});

test('what another person agreed to in this browser is asked of the next one, while a job takes long', async () => {
  verifies('DEC-PUSH-08');
  const tab = await openTab(service, browser);
  const { page, accountId } = tab;
  const others = '"push:01931f2a-7c3e-7001-9b7a-52c10f6ad3e4"';
  await page.addInitScript(ALLOWED);
  await tab.open('/account/security');
  await page.evaluate(`localStorage.setItem('kinora-notify', '${others}')`);
  await page.reload();
  assert.ok(!(await switchOf(page).isChecked()));
  await tab.open('/studio');
  await page.getByLabel('Prompt').fill('a slow film');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page
    .getByRole('button', { name: /^Image, waiting/ })
    .first()
    .waitFor();
  await service.database.query(
    `update jobs set created_at = created_at - interval '1 minute' where account_id = $1`,
    [accountId],
  );
  await page.reload();
  await page.getByText(/A notification shows the beginning of the prompt/).waitFor();
  assert.equal(await stored(page), others);
  await photograph(page, 'notification-offer');
  await page.getByRole('button', { name: 'Yes, notify me' }).click();
  await page.getByText('You can change this under Security in your account.').waitFor();
  assert.equal(await stored(page), '"yes"');
  const lease = await takeLease(service.worker);
  await deliver(service.worker, lease);
  // What the worker of the browser sends when its notification is pressed.
  const pressed = `new MessageEvent('message', { data: { open: '${lease.job_id}' } })`;
  await page.evaluate(`navigator.serviceWorker.dispatchEvent(${pressed})`);
  await page.getByRole('dialog').getByText('a slow film').first().waitFor();
  await tab.close();
});
