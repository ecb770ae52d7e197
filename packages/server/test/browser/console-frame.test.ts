import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

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

test('a stranger is sent to the sign-in page and back', async () => {
  verifies('DEC-CONSOLE-01', 'DEC-BEARER-04');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/');
  await photograph(page, 'home');
  await page.getByRole('link', { name: 'Account', exact: true }).waitFor({ state: 'detached' });
  await page.goto(`${service.url}/account`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByLabel('I am 18').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('navigation', { name: 'Account' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/account');
  await page.getByRole('button', { name: 'Signed in as ann@example.com' }).click();
  await page.getByRole('link', { name: 'Account 0.00 USD' }).waitFor();
  await photograph(page, 'person-menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  tab.assertQuiet();
  await tab.close();
});

test('a page is not blank while the service takes its time', async () => {
  const tab = await openTab(service, browser);
  const { page } = tab;
  let respond: () => void = () => undefined;
  const isTime = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/console/session', async (route) => {
    await isTime;
    await route.continue();
  });
  await page.goto(`${service.url}/account/data`);
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  respond();
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  tab.assertQuiet();
  await tab.close();
});

test('until its script has arrived a page says that it loads, and after a while how to load it again', async () => {
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  let respond: () => void = () => undefined;
  const isTime = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/assets/main-*.js', async (route) => {
    await isTime;
    await route.continue();
  });
  await page.goto(`${service.url}/pricing`, { waitUntil: 'commit' });
  await page.getByText('Loading…').waitFor();
  const again = page.getByRole('link', { name: 'Reload the page' });
  assert.equal(await again.count(), 0, 'hidden at first');
  await page.evaluate('for (const one of document.getAnimations()) one.finish()');
  await again.waitFor();
  respond();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByText('Loading…').count(), 0);
  tab.assertQuiet();
  await tab.close();
});

test('dates are in English, of the calendar of the receipts, whatever language the browser has', async () => {
  verifies('DEC-CONSOLE-10');
  const now = new Date();
  const zone = { timeZone: 'Pacific/Kiritimati' };
  const day = now.toLocaleDateString('en-GB', { dateStyle: 'medium', ...zone });
  const month = now.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  for (const locale of ['fa-IR', 'th-TH', 'ar-EG']) {
    const tab = await openTab(service, browser, { locale, timezoneId: zone.timeZone });
    await tab.open('/account/usage');
    await shows(tab.page, new RegExp(`${month}, by day \\(UTC\\)`));
    await tab.open('/account/security');
    await shows(tab.page, new RegExp(`since ${day}, [0-9]{2}:[0-9]{2}`));
    await tab.close();
  }
});

test('a change after the session has ended says so, and is made after a new sign-in in another tab', async () => {
  verifies('DEC-CONSOLE-12');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/account/webhooks');
  const address = page.getByLabel('Address of your receiver');
  await address.fill('https://example.com/hook');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('You are signed out. Sign in again in another tab').waitFor();
  const opened = page.waitForEvent('popup');
  await alert.getByRole('link', { name: 'Sign in' }).click();
  const other = await opened;
  await other.getByLabel('Email').fill(tab.email);
  await other.getByLabel('Password').fill('correct horse battery');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.waitForURL('**/account/webhooks');
  assert.equal(await address.inputValue(), 'https://example.com/hook');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'The signing secret' }).waitFor();
  await tab.close();
});

test('after somebody else signed in in another tab, a page neither shows nor changes their account as the first one', async () => {
  verifies('DEC-CONSOLE-08');
  const ann = await openTab(service, browser);
  const bob = await openTab(service, browser);
  const { page } = ann;
  await ann.open('/account/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('of Ann');
  await page.context().clearCookies();
  await page.context().addCookies(await bob.page.context().cookies());
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: `Signed in as ${bob.email}` }).waitFor();
  await shows(page, /You have no key yet/);
  // A tab that is looked at again asks who is signed in.
  await page.context().clearCookies();
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
  await page.waitForURL('**/signin?*');
  for (const { accountId } of [ann, bob]) {
    const keys = await service.database.query('select from api_keys where account_id = $1', [accountId]);
    assert.equal(keys.length, 0);
  }
  await ann.close();
  await bob.close();
});

test('a page keeps what was typed while it cannot be asked who is signed in', async () => {
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/account/webhooks');
  const address = page.getByLabel('Address of your receiver');
  await address.fill('https://example.com/hook');
  await page.route('**/api/console/session', (route) => route.fulfill({ status: 404, body: '{}' }));
  const asked = page.waitForResponse('**/api/console/session');
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
  await asked;
  await page.evaluate('new Promise((done) => setTimeout(done, 200))');
  assert.equal(await address.inputValue(), 'https://example.com/hook');
  await tab.close();
});

test('without a connection a change fails at once, instead of happening later, and a page keeps its frame', async () => {
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/account/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('laptop');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('The service cannot be reached. Check your connection.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.getByRole('alert').getByRole('heading', { name: 'This page failed' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Load it again' }).click();
  await page.getByRole('heading', { name: 'Quick start' }).waitFor();
  await tab.open('/account/keys');
  await shows(page, /You have no key yet/);
  await tab.close();
});

test('an address that is not a page shows a page to a person, and a problem to a program', async () => {
  const tab = await openTab(service, browser, { email: null });
  for (const address of ['/acount/plan', '/docs/nothing']) {
    const response = await tab.page.goto(service.url + address);
    assert.equal(response?.status(), 404, address);
    await tab.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    const { headers } = await fetch(service.url + address);
    assert.match(headers.get('content-type') ?? '', /json/, address);
  }
  await photograph(tab.page, 'no-such-page');
  await tab.page.getByRole('link', { name: 'Kinora' }).click();
  await tab.page.getByRole('heading', { name: 'Images and videos from a prompt' }).waitFor();
  const accept = { accept: 'text/html' };
  const { headers } = await fetch(`${service.url}/api/v1/nothing`, { headers: accept });
  assert.match(headers.get('content-type') ?? '', /json/);
  await tab.close();
});

test('a text is copied also where pages have no clipboard, as on http, and a refusal is said', async () => {
  verifies('DEC-CONSOLE-11');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
  await tab.open('/account/connect');
  const button = page.getByRole('button', { name: 'Copy the base address' });
  await button.click();
  await page.getByRole('button', { name: 'Copied the base address' }).waitFor();
  const field = page.getByLabel('Where you unpacked it');
  await field.fill('');
  await field.press('ControlOrMeta+v');
  assert.equal(await field.inputValue(), `${service.url}/api`);
  await page.evaluate('document.execCommand = () => false');
  await button.click();
  await page.getByText('Your browser refused. Select the text and copy it.').waitFor();
  tab.assertQuiet();
  await tab.close();
});

test('the operator section exists for operators only', async () => {
  verifies('DEC-CONSOLE-02');
  const tab = await openTab(service, browser);
  await tab.open('/operator');
  await shows(tab.page, /There is no such page/);
  await service.database.query('update accounts set operator = true where id = $1', [tab.accountId]);
  await tab.open('/operator');
  await tab.page.getByRole('link', { name: 'Operator' }).waitFor();
  await tab.open('/account/nothing');
  await shows(tab.page, /There is no such page/);
  await photograph(tab.page, 'not-found');
  tab.assertQuiet();
  await tab.close();
});

test('the frame is used by keyboard, and names the tab after the page', async () => {
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/explore');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
  await page.getByRole('link', { name: 'Studio' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Studio' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.id'), 'main');
  assert.equal(await page.title(), 'Studio · Kinora');
  await page.getByRole('button', { name: 'Use dark colours' }).click();
  assert.equal(await page.getAttribute('html', 'data-mantine-color-scheme'), 'dark');
  tab.assertQuiet();
  await tab.close();
});
