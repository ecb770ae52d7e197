import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { systemClock } from '../../src/kernel/clock.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { startClaim } from '../support/claims.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { ageSessions } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { addAuthenticator, startNamedApp } from '../support/passkeys.ts';
import { codeOf, nextCodeOf } from '../support/second-factor.ts';
import { startSmtp } from '../support/smtp.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

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

async function signOut({ page }: ConsoleTab): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
}

test('a passkey is added, signs in, confirms an old session, and is removed', async () => {
  verifies('DEC-FACTOR-03', 'DEC-SESSION-06');
  const tab = await openTab(service, browser, { email: 'ann@example.com' });
  const { page } = tab;
  await addAuthenticator(page);
  await tab.open('/account/security');
  await page.getByLabel('Name of the new passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('list', { name: 'Your passkeys' }).getByText('My laptop').waitFor();
  await photograph(page, 'security');

  await signOut(tab);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await photograph(page, 'signin');
  await page.goto(`${service.url}/signin?next=/account/security`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/account/security');
  await page.getByText('with a second factor').waitFor();

  await ageSessions(service, tab.accountId, 2);
  await page.getByRole('button', { name: 'Remove the passkey “My laptop”' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByText('This needs your second factor; confirm with your passkey.').waitFor();
  await photograph(page, 'confirm-passkey');
  assert.equal(await dialog.getByLabel('Your password').count(), 0, 'it proves nothing here');
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('list', { name: 'Your passkeys' }).waitFor({ state: 'detached' });
  const left = await service.database.query('select from auth_passkeys where user_id = $1', [tab.accountId]);
  assert.equal(left.length, 0);
  const [session, ...others] = await service.database.query<{ secondFactor: boolean }>(
    'select second_factor_at is not null as "secondFactor" from auth_sessions where user_id = $1',
    [tab.accountId],
  );
  assert.deepEqual([session?.secondFactor, others.length], [false, 0], 'confirming opened no session');
  tab.assertQuiet();
  await tab.close();
});

test('an operator who sets up a second factor goes on to the page that asked for it', async () => {
  verifies('DEC-SIGNIN-16');
  const tab = await openTab(service, browser, { email: 'olga@example.com' });
  const { page } = tab;
  await service.database.query('update accounts set operator = true where id = $1', [tab.accountId]);
  await addAuthenticator(page);
  await tab.open('/operator/log?kind=sign_in');
  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  await page.getByText('to open the operator’s pages').waitFor();
  await page.getByLabel('Name of the new passkey').fill('Key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('link', { name: 'Continue to the operator’s pages' }).waitFor();
  await photograph(page, 'security-continue');
  await page.getByRole('link', { name: 'Continue to the operator’s pages' }).click();
  await page.waitForURL('**/operator/log?kind=sign_in');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  tab.assertQuiet();
  await tab.close();
});

test('what the page of sign-in says once is not in its address', async () => {
  verifies('DEC-BILLING-14');
  const page = await browser.newPage();
  await page.goto(`${service.url}/signin?reset=1&next=/account/keys`);
  await page.getByText('Your password is saved').waitFor();
  await page.waitForURL('**/signin?next=%2Faccount%2Fkeys');
  await page.close();
});

test('a device that does not check who holds it makes no passkey and opens nothing', async () => {
  verifies('DEC-FACTOR-03');
  const tab = await openTab(service, browser, { email: 'bo@example.com' });
  const { page } = tab;
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await tab.open('/account/security');
  await page.getByLabel('Name of the new passkey').fill('Key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('list', { name: 'Your passkeys' }).getByText('Key').waitFor();
  await signOut(tab);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  // As a page would that asks for less than the service's own does.
  const answer = await page.evaluate<{ status: number }>(`(async () => {
    const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body) });
    const options = await (await post('/signin/passkey/options', {})).json();
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      { ...options, userVerification: 'discouraged' });
    const credential = await navigator.credentials.get({ publicKey });
    return { status: (await post('/signin/passkey', { response: credential.toJSON() })).status };
  })()`);
  assert.equal(answer.status, 401);
  await tab.close();
});

test('an authenticator app is set up and asked for, its backup codes are shown once', async () => {
  verifies('DEC-FACTOR-01');
  const tab = await openTab(service, browser, { email: 'cy@example.com' });
  const { page } = tab;
  await ageSessions(service, tab.accountId, 2);
  await tab.open('/account/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  const field = page.getByRole('textbox', { name: 'Code of your authenticator app' });
  await field.fill(await codeOf(secret));
  await photograph(page, 'security-app');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByText('Your backup codes').waitFor();
  await photograph(page, 'security-backup-codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 backup codes are left.').waitFor();
  tab.assertQuiet();

  await signOut(tab);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const scriptless = await plain.newPage();
  await scriptless.goto(`${service.url}/signin?next=/account/top-up`);
  assert.ok(!(await scriptless.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()));
  await scriptless.getByLabel('Email').fill('cy@example.com');
  await scriptless.getByLabel('Password').fill(PASSWORD);
  await scriptless.getByRole('button', { name: 'Sign in' }).click();
  await shows(scriptless, /Enter the code/);
  await scriptless.getByLabel('Code').fill('000000');
  await scriptless.getByRole('button', { name: 'Continue' }).click();
  await shows(scriptless, /wrong or was used/);
  await scriptless.getByLabel('Code').fill(await nextCodeOf(secret));
  await scriptless.getByRole('button', { name: 'Continue' }).click();
  await scriptless.waitForURL('**/account/top-up');
  await plain.close();
  await page.goto(`${service.url}/signin/code`);
  await photograph(page, 'signin-code');
  await page.goto(`${service.url}/signin?mode=up`);
  await photograph(page, 'signup');
  await tab.close();
});

test('sessions are listed and ended, and a new password ends the others', async () => {
  verifies('DEC-SESSION-03', 'DEC-SESSION-04');
  const here = await openTab(service, browser, { email: 'dee@example.com' });
  const signIn = async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${service.url}/signin?next=/account/security`);
    await page.getByLabel('Email').fill('dee@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
    return page;
  };
  const [second, third] = [await signIn(), await signIn()];
  await here.open('/account/security');
  const sessions = here.page.getByRole('list', { name: 'Sessions' });
  await sessions.getByRole('listitem').nth(2).waitFor();
  assert.equal(await sessions.getByText('This browser').count(), 1);
  await sessions
    .getByRole('button', { name: /^Sign out Chrome on Linux/ })
    .first()
    .click();
  await sessions.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
  await third.reload();
  await third.waitForURL('**/signin?next=*');
  await here.page.getByLabel('Current password').fill(PASSWORD);
  await here.page.getByLabel('New password').fill('a new password of mine');
  await here.page.getByRole('button', { name: 'Change the password' }).click();
  await here.page.getByText('Other browsers are signed out.').waitFor();
  await second.reload();
  await second.waitForURL('**/signin?next=*');
  await here.page.reload();
  await here.page.getByText('The password was changed').waitFor();
  await here.close();
});

test('the data of an account is downloaded, and the account is deleted', async () => {
  verifies('DEC-DATA-01', 'DEC-DATA-02');
  const tab = await openTab(service, browser, { email: 'eve@example.com' });
  const { page } = tab;
  await service.database.transaction((tx) => grantBalance(tx, tab.accountId, 990, systemClock.now()));
  await ageSessions(service, tab.accountId, 2);
  await tab.open('/account/data');
  await page.getByText('You forfeit your balance of 9.90 USD.').waitFor();
  await photograph(page, 'data');
  await page.getByRole('button', { name: 'Download your data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const chunks: Buffer[] = [];
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer);
  const data = JSON.parse(Buffer.concat(chunks).toString()) as { account: { email: string } };
  assert.equal(data.account.email, 'eve@example.com');

  await page.getByRole('button', { name: 'Delete the account' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete the account permanently?' });
  await confirm.getByLabel('Type eve@example.com to confirm').fill('eve@example.com');
  await confirm.getByLabel('Your password').fill(PASSWORD);
  assert.ok(
    await confirm.getByRole('button', { name: 'Delete it' }).isDisabled(),
    'the balance is not named',
  );
  await confirm.getByLabel('Type 9.90 USD to forfeit your balance').fill('9.90');
  await photograph(page, 'data-delete');
  await confirm.getByRole('button', { name: 'Delete it' }).click();
  await page.waitForURL(`${service.url}/`);
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  tab.assertQuiet();
  await tab.close();
});

test('with a mail server, signing up and a forgotten password go through the mailbox', async () => {
  const smtp = await startSmtp();
  const mailed = await startTestApp({ environment: { SMTP_URL: smtp.url } });
  const context = await browser.newContext();
  const page = await context.newPage();
  const linkIn = async (subject: string): Promise<string> => {
    let link = '';
    await until(() => {
      const email = smtp.received.findLast((text) => text.includes(`Subject: ${subject}`)) ?? '';
      link = /https?:\/\/\S+/.exec(email.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? '';
      return link !== '';
    });
    return link;
  };
  try {
    await page.goto(`${mailed.url}/signin?mode=up&next=/account`);
    await page.getByLabel('Email').fill('fay@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('I am 18').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await shows(page, /Check your email/);
    await photograph(page, 'signin-check-email');
    await page.goto(await linkIn('Confirm your email address'));
    await page.getByRole('navigation', { name: 'Account' }).waitFor();
    await context.clearCookies();
    await page.goto(`${mailed.url}/signin`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill('fay@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await shows(page, /we have sent it a link/);
    await photograph(page, 'signin-forgot');
    await page.goto(await linkIn('Set your Kinora password'));
    await page.getByLabel('Password').fill('a new password of mine');
    await photograph(page, 'signin-new-password');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await shows(page, /Your password is saved/);
    await page.getByLabel('Email').fill('fay@example.com');
    await page.getByLabel('Password').fill('a new password of mine');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/studio');
    await page.goto(`${mailed.url}/activate`);
    await photograph(page, 'activate-code');
    const claim = await startClaim(mailed, { client_name: 'kinora-cli 1.0 on my laptop' });
    await page.goto(claim.body.verification_uri_complete);
    await shows(page, /A terminal requests an API key/);
    await photograph(page, 'activate-claim');
  } finally {
    await context.close();
    await mailed.stop();
    await smtp.close();
  }
});
