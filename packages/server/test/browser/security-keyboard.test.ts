import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { systemClock } from '../../src/kernel/clock.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab } from '../support/console-browser.ts';
import { ageSessions } from '../support/console-caller.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { addAuthenticator, startNamedApp } from '../support/passkeys.ts';
import { codeOf } from '../support/second-factor.ts';
import type { TestApp } from '../support/test-app.ts';

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

test('a passkey is added and removed by keyboard, and no dialog loses the focus', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await addAuthenticator(page);
  const keys = keyboardOf(page);
  await tab.open('/account');
  await keys.tabTo('Skip to the content');
  await keys.press('Enter');
  await keys.tabTo('Security', 'back');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
  await page.getByLabel('Name of the new passkey').waitFor();

  await keys.tabTo('Name of the new passkey *');
  await keys.type('My laptop');
  await keys.press('Enter');
  const list = page.getByRole('list', { name: 'Your passkeys' });
  await list.getByText('My laptop').waitFor();
  await keys.isAt('Name of the new passkey *');

  await keys.tabTo('Remove the passkey “My laptop”', 'back');
  await keys.press('Space');
  await keys.isAt('Back');
  await keys.press('Escape');
  await keys.isAt('Remove the passkey “My laptop”');
  await keys.press('Enter');
  await keys.isAt('Back');
  await keys.press('Enter');
  await keys.isAt('Remove the passkey “My laptop”');
  await keys.press('Enter');
  await keys.isAt('Back');
  await keys.tabTo('Remove the passkey “My laptop”');
  await keys.press('Enter');
  await list.waitFor({ state: 'detached' });
  await keys.isIn('Passkeys');
  tab.assertQuiet();
  await tab.close();
});

test('an authenticator app is set up and removed by keyboard, in a session that has to be confirmed', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const tab = await openTab(service, browser);
  const { page } = tab;
  const keys = keyboardOf(page);
  await ageSessions(service, tab.accountId, 2);
  await tab.open('/account/security');
  await keys.tabTo('Set up an authenticator app');
  await keys.press('Enter');
  await keys.isAt('Your password *');
  await keys.press('Escape');
  await keys.isAt('Set up an authenticator app');
  await keys.press('Enter');
  await keys.isAt('Your password *');
  await keys.type('not the password');
  await keys.press('Enter');
  await shows(page, /The password is wrong/, '[role=dialog]');
  await keys.isAt('Your password *');
  await keys.type(PASSWORD);
  await keys.tabTo('Show the password');
  await keys.press('Space');
  assert.equal(await page.getByLabel('Your password').inputValue(), PASSWORD);
  assert.equal(await page.getByLabel('Your password').getAttribute('type'), 'text');
  await keys.tabTo('Confirm');
  await keys.press('Enter');
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await keys.isIn('Authenticator app');
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await keys.tabTo('Code of your authenticator app *');
  await keys.type(await codeOf(secret));
  await keys.press('Enter');
  await page.getByText('Your backup codes').waitFor();
  await keys.isIn('Authenticator app');
  await keys.tabTo('I have saved them');
  await keys.press('Space');
  await page.getByText('Your backup codes').waitFor({ state: 'detached' });
  await keys.isIn('Authenticator app');
  await keys.tabTo('Remove the authenticator app', 'back');
  await keys.press('Enter');
  await keys.isAt('Back');
  await keys.tabTo('Remove the authenticator app');
  await keys.press('Enter');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
  await keys.isIn('Authenticator app');
  tab.assertQuiet();
  await tab.close();
});

test('password, address, sessions and events are reached and changed by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const tab = await openTab(service, browser, { email: 'dee@example.com' });
  const { page } = tab;
  const keys = keyboardOf(page);
  for (let times = 0; times < 2; times++) {
    const other = await browser.newContext();
    await other.request.post(`${service.url}/signin`, {
      headers: { origin: service.url },
      form: { mode: 'in', email: 'dee@example.com', password: PASSWORD, next: '/' },
    });
    await other.close();
  }
  await tab.open('/account/security');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await sessions.getByRole('listitem').nth(2).waitFor();
  await keys.tabTo(/^Sign out .* in /);
  await keys.press('Enter');
  await sessions.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
  await keys.isIn('Where you are signed in');
  await keys.tabTo('Current password *', 'back');
  await keys.type(PASSWORD);
  await keys.tabTo('New password *');
  await keys.type('a new password of mine');
  await keys.tabTo('Change the password');
  await keys.press('Space');
  await page.getByText('The password was changed').waitFor();
  await keys.isAt('Change the password');
  await keys.tabTo('New address *');
  await keys.type('dee.new@example.com');
  await keys.press('Enter');
  await page.getByRole('main').getByText('dee.new@example.com').first().waitFor();
  await keys.isAt('New address *');
  await service.database.query(
    `insert into security_events (kind, account_id, network, created_at)
     select 'key_changed', $1, '203.0.113.7', now() - n * interval '1 hour' from generate_series(1, 25) as n`,
    [tab.accountId],
  );
  await page.reload();
  await keys.tabTo('Earlier events');
  await keys.press('Enter');
  await page.getByRole('button', { name: 'Earlier events' }).waitFor({ state: 'detached' });
  await keys.isIn('Recent events');
  tab.assertQuiet();
  await tab.close();
});

test('the data is downloaded and the account deleted by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const tab = await openTab(service, browser, { email: 'eve@example.com' });
  const { page } = tab;
  const keys = keyboardOf(page);
  await service.database.transaction((tx) => grantBalance(tx, tab.accountId, 990, systemClock.now()));
  await ageSessions(service, tab.accountId, 2);
  await tab.open('/account/data');
  await page.getByText('You forfeit your balance').waitFor();
  await keys.tabTo('Download your data');
  await keys.press('Enter');
  await keys.isAt('Your password *');
  await keys.type(PASSWORD);
  const downloading = page.waitForEvent('download');
  await keys.press('Enter');
  await downloading;
  await keys.isAt('Download your data');
  await keys.tabTo('Delete the account');
  await keys.press('Enter');
  await keys.isAt('Type eve@example.com to confirm *');
  await keys.press('Escape');
  await keys.isAt('Delete the account');
  await keys.press('Space');
  await keys.isAt('Type eve@example.com to confirm *');
  await keys.type('eve@example.com');
  await keys.tabTo('Keep the account');
  await keys.press('Enter');
  await keys.isAt('Delete the account');
  await keys.press('Enter');
  await keys.isAt('Type eve@example.com to confirm *');
  assert.equal(await page.getByLabel('Type eve@example.com').inputValue(), '', 'nothing stays in it');
  await keys.type('eve@example.com');
  await keys.tabTo('Type 9.90 USD to forfeit your balance *');
  await keys.type('9.90');
  await keys.tabTo('Your password *');
  await keys.type(PASSWORD);
  await keys.press('Enter');
  await page.waitForURL(`${service.url}/`);
  tab.assertQuiet();
  await tab.close();
});
