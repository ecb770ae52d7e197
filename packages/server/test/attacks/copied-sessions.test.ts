import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { codeOf, nextCodeOf, setUpApp } from '../support/second-factor.ts';
import { makePasskey } from '../support/software-passkey.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { untilBlocked } from '../support/test-database.ts';

/** A thief who has copied the cookie of a session before its person proved who they are. */

const PASSWORD = 'correct horse battery';

let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
after(() => service.stop());

let people = 0;
async function signUp(): Promise<CookieBrowser> {
  people += 1;
  const browser = cookieBrowser(service, `198.51.100.${people}`);
  const email = `copied-${people}@example.com`;
  const fields = { mode: 'up', email, password: PASSWORD, age: 'yes', next: '/account/key' };
  assert.equal((await browser.submit('/signin', fields)).status, 303);
  return browser;
}

const statusOf = async (browser: CookieBrowser): Promise<number> =>
  (await browser.console('GET', '/sessions')).status;

/** Asserts that `act` succeeds in the browser and ends every copy of its cookie, and no other session. */
async function assertEndsCopies(
  browser: CookieBrowser,
  act: () => Promise<Response>,
  status = 204,
): Promise<void> {
  const thief = browser.copy();
  assert.equal(await statusOf(thief), 200);
  const answer = await act();
  assert.equal(answer.status, status, await answer.clone().text());
  assert.equal(await statusOf(thief), 401, 'the copied cookie');
  assert.equal((await thief.open('/api/auth/token')).status, 401);
  assert.match((await thief.open('/account/key')).headers.get('location') ?? '', /^\/signin/);
  assert.equal(await statusOf(browser), 200, 'the cookie of the browser');
  assert.equal((await browser.open('/api/auth/token')).status, 200);
}

test('a proof of who is at the browser replaces the token of its session', async () => {
  verifies('DEC-SESSION-08');
  const browser = await signUp();
  await assertEndsCopies(browser, () => browser.console('POST', '/confirm', { password: PASSWORD }));
  const change = { current_password: PASSWORD, new_password: 'another horse battery' };
  await assertEndsCopies(browser, () => browser.console('POST', '/password', change));
  const wrong = await browser.console('POST', '/confirm', { password: 'not my password' });
  assert.equal(wrong.status, 422);
  assert.equal(await statusOf(browser), 200, 'a wrong proof changes nothing');
});

test('a change of second factors replaces the token of its session', async () => {
  verifies('DEC-SESSION-08');
  const browser = await signUp();
  const started = await browser.console('POST', '/security/app');
  const { secret } = (await started.json()) as { secret: string };
  const code = await codeOf(secret);
  await assertEndsCopies(browser, () => browser.console('POST', '/security/app/code', { code }), 200);
  const next = await nextCodeOf(secret);
  await assertEndsCopies(browser, () => browser.console('POST', '/confirm', { code: next }));
  await assertEndsCopies(browser, () => browser.console('POST', '/security/backup-codes'), 200);
  await assertEndsCopies(browser, () => browser.console('DELETE', '/security/app'));
  await setUpApp(browser);
  const [passkey] = await service.database.query<{ id: string }>(
    `insert into auth_passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
     select gen_random_uuid(), id, 'Key', 'x', 'copied', 0, 'singleDevice', false, now()
     from auth_users where email = $1 returning id`,
    [`copied-${people}@example.com`],
  );
  await assertEndsCopies(browser, () => browser.console('DELETE', `/security/passkeys/${passkey?.id}`));
});

test('a passkey that was added replaces the token of its session', async () => {
  verifies('DEC-SESSION-08');
  const browser = await signUp();
  const options = await browser.console('POST', '/security/passkeys/options');
  const { challenge } = (await options.json()) as { challenge: string };
  const response = makePasskey('localhost', service.url.replace('127.0.0.1', 'localhost'), challenge);
  await assertEndsCopies(browser, () =>
    browser.console('POST', '/security/passkeys', { name: 'Key', response }),
  );
});

test('a cookie that was copied is not raised by a second factor', async () => {
  verifies('DEC-SESSION-08');
  const browser = await signUp();
  const { secret } = await setUpApp(browser);
  await service.database.query('update auth_sessions set second_factor_at = null');
  const thief = browser.copy();
  const proof = await browser.console('POST', '/confirm', { code: await nextCodeOf(secret) });
  assert.equal(proof.status, 204);
  assert.equal((await thief.console('POST', '/security/backup-codes')).status, 401);
  const cookie = proof.headers.getSetCookie().find((one) => one.includes('session_token')) ?? '';
  assert.match(cookie, /; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('a sign-in with the former password that is under way while a new one is set opens no session', async () => {
  verifies('DEC-SESSION-10');
  const owner = await signUp();
  const email = `copied-${people}@example.com`;
  const thief = cookieBrowser(service, '203.0.113.9');
  // The session of the thief is written after the sessions were ended.
  await service.database.query(`create function hold_session() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(4711); return new; end $$`);
  await service.database.query(
    'create trigger hold_session before insert on auth_sessions for each row execute function hold_session()',
  );
  const signing = await service.database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(4711)');
    const answer = thief.call('/sign-in/email', { email, password: PASSWORD });
    await untilBlocked(service.database);
    const change = { current_password: PASSWORD, new_password: 'another horse battery' };
    assert.equal((await owner.console('POST', '/password', change)).status, 204);
    return { answer };
  });
  await service.database.query('drop trigger hold_session on auth_sessions');
  assert.equal((await signing.answer).status, 401);
  assert.ok(!thief.isSignedIn());
  const sessions = await service.database.query(
    'select from auth_sessions join auth_users on auth_users.id = user_id where email = $1',
    [email],
  );
  assert.equal(sessions.length, 1, 'that of the owner');
});
