import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../../src/kernel/clock.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { startClaim } from '../support/claims.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { ageSessions } from '../support/console-caller.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { addAuthenticator, startNamedApp } from '../support/passkeys.ts';
import { codeOf, nextCodeOf } from '../support/second-factor.ts';
import type { TestApp } from '../support/test-app.ts';

/** Confirming who is at the browser, with what each account has. */

const PASSWORD = 'correct horse battery';

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startNamedApp();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

async function addPasskey({ page, open }: ConsoleTab): Promise<void> {
  await addAuthenticator(page);
  await open('/account/security');
  await page.getByLabel('Name of the new passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('list', { name: 'Your passkeys' }).getByText('My laptop').waitFor();
}

async function addApp({ page, open }: ConsoleTab): Promise<{ secret: string; backupCode: string }> {
  await open('/account/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code of your authenticator app' }).fill(await codeOf(secret));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByText('Your backup codes').waitFor();
  const shown =
    (await page
      .getByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
      .first()
      .textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, backupCode: shown };
}

async function createKey({ page, open }: ConsoleTab): Promise<void> {
  await open('/account/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.getByLabel('Name').press('Enter');
}

test('who signed in with the password of an account with a passkey is asked for it, and the key is then made', async () => {
  verifies('DEC-PROOF-01', 'DEC-SESSION-06');
  const tab = await openTab(service, browser, { email: 'ann@example.com' });
  const { page } = tab;
  const keys = keyboardOf(page);
  await addPasskey(tab);
  // The password opens a session, which may look.
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await page.getByLabel('Email').fill(tab.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/studio');
  await createKey(tab);
  await keys.isAt('Use your passkey');
  await keys.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  const made = () => service.database.query('select from api_keys where account_id = $1', [tab.accountId]);
  assert.equal((await made()).length, 0, 'who does not confirm gets none');
  await page.getByLabel('Name').press('Enter');
  await keys.isAt('Use your passkey');
  await keys.press('Enter');
  await page.getByRole('dialog').getByText(/^kn_/).waitFor();
  assert.equal((await made()).length, 1);
  tab.assertQuiet();
  await tab.close();
});

test('the dialog offers an app, a backup code and a passkey, by keyboard too', async () => {
  verifies('DEC-PROOF-05', 'DEC-KEYBOARD-01');
  const tab = await openTab(service, browser, { email: 'bo@example.com' });
  const { page } = tab;
  const keys = keyboardOf(page);
  const { secret, backupCode } = await addApp(tab);
  await ageSessions(service, tab.accountId, 2);
  await createKey(tab);
  await keys.isAt('Code of your authenticator app *');
  await photograph(page, 'confirm-app');
  await keys.type('000000');
  await keys.press('Enter');
  await dialogOf(page).getByText('The code is wrong or was used already; enter the next one.').waitFor();
  await photograph(page, 'confirm-wrong');
  await keys.tabTo('App code', 'back');
  await keys.press('ArrowRight');
  await page.getByRole('textbox', { name: 'Backup code' }).waitFor();
  await keys.tabTo(/^Backup code \*/);
  await keys.type(backupCode);
  await photograph(page, 'confirm-backup-code');
  await keys.press('Enter');
  await page.getByRole('dialog').getByText(/^kn_/).waitFor();

  await page.goto(`${service.url}/account/security`);
  await addPasskey(tab);
  await ageSessions(service, tab.accountId, 2);
  await createKey(tab);
  await keys.isAt('Use your passkey');
  await dialogOf(page)
    .getByText('This needs your second factor; confirm with your passkey or a code of')
    .waitFor();
  await photograph(page, 'confirm-all');
  await dialogOf(page).getByText('App code', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Code of your authenticator app' }).fill(await nextCodeOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog').getByText(/^kn_/).waitFor();
  tab.assertQuiet();
  await tab.close();
});

test('an operator is asked again after ten minutes, and what was asked for is then done', async () => {
  verifies('DEC-PROOF-03');
  const customer = await openTab(service, browser, { email: 'customer@example.com' });
  const tab = await openTab(service, browser, { email: 'operator@example.com' });
  const { page } = tab;
  await addPasskey(tab);
  await service.database.query('update accounts set operator = true where id = $1', [tab.accountId]);
  await service.database.query(
    `update auth_sessions set second_factor_at = now() - interval '11 minutes' where user_id = $1`,
    [tab.accountId],
  );
  await tab.open(`/operator/accounts/${customer.accountId}`);
  await page.getByRole('button', { name: 'Ban…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It sells what it gets.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban the account' }).click();
  await dialogOf(page)
    .getByText(/^An operator's change needs a second factor of the last ten minutes/)
    .waitFor();
  await photograph(page, 'confirm-operator');
  await dialogOf(page).getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('button', { name: 'Lift the ban…' }).waitFor();
  tab.assertQuiet();
  await tab.close();
  await customer.close();
});

test('a terminal is approved with a passkey, which the button of the form asks for', async () => {
  verifies('DEC-PROOF-01', 'DEC-SIGNIN-07');
  const tab = await openTab(service, browser, { email: 'cy@example.com' });
  const { page } = tab;
  await addPasskey(tab);
  await service.database.transaction((tx) => grantBalance(tx, tab.accountId, 990, systemClock.now()));
  await ageSessions(service, tab.accountId, 2);
  const asking = await startClaim(service, { client_name: 'kinora-cli 1.0 on my laptop' });
  await page.goto(asking.body.verification_uri_complete);
  await page.getByText('This asks for your passkey.').waitFor();
  await photograph(page, 'activate-passkey');
  await page.getByRole('button', { name: 'Approve' }).click();
  await shows(page, /The terminal receives the key within seconds/);
  await ageSessions(service, tab.accountId, 2);
  const claim = await startClaim(service, {});
  await page.goto(claim.body.verification_uri_complete);
  await page.getByRole('button', { name: 'Deny' }).click();
  await shows(page, /The request is denied/);
  tab.assertQuiet();
  await tab.close();
});

test('a key of the account is replaced with a code or with a passkey', async () => {
  verifies('DEC-PROOF-01');
  const tab = await openTab(service, browser, { email: 'dee@example.com' });
  const { page } = tab;
  const { secret } = await addApp(tab);
  await addPasskey(tab);
  await ageSessions(service, tab.accountId, 2);
  await page.goto(`${service.url}/account/key`);
  await page.getByRole('button', { name: 'Use your passkey' }).waitFor();
  await photograph(page, 'key-confirm');
  await page.getByLabel(/^Code/).fill(await nextCodeOf(secret));
  await page.getByRole('button', { name: 'Create a key' }).click();
  await shows(page, /Copy it now/);
  await ageSessions(service, tab.accountId, 2);
  await page.goto(`${service.url}/account/key`);
  await page.getByRole('button', { name: 'Use your passkey' }).press('Enter');
  await page.getByText('Confirmed.').waitFor();
  await keyboardOf(page).isAt('Replace the key');
  await page.keyboard.press('Enter');
  await shows(page, /Copy it now/);
  tab.assertQuiet();
  await tab.close();
});
