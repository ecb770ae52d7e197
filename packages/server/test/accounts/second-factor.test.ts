import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { countSignIn } from '../../src/access/sign-in-limits.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { codeOf, nextCodeOf, setUpApp } from '../support/second-factor.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { countBlockedQueries } from '../support/test-database.ts';

const PASSWORD = 'correct horse battery';

let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
after(() => service.stop());

let networks = 0;
/** A browser in a network of its own. */
function elsewhere(): CookieBrowser {
  networks += 1;
  return cookieBrowser(service, `203.0.113.${networks}`);
}

const signUp = async (email: string): Promise<CookieBrowser> => {
  const browser = elsewhere();
  const fields = { mode: 'up', email, password: PASSWORD, age: 'yes', next: '/account/key' };
  assert.equal((await browser.submit('/signin', fields)).status, 303);
  return browser;
};

const givePassword = (browser: CookieBrowser, email: string) =>
  browser.submit('/signin', { mode: 'in', email, password: PASSWORD, next: '/account/key' });

const giveCode = (browser: CookieBrowser, code: string) =>
  browser.submit('/signin/code', { code, next: '/account/key' });

/** The code of a refusal. */
const problemIn = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code;

async function eventsOf(email: string): Promise<string[]> {
  const rows = await service.database.query<{ kind: string }>(
    `select kind from security_events where account_id = (select id from accounts where email = $1) order by id`,
    [email],
  );
  return rows.map(({ kind }) => kind);
}

const sessionsOf = async (email: string): Promise<number> => {
  const rows = await service.database.query(
    'select from auth_sessions join auth_users on auth_users.id = user_id where email = $1',
    [email],
  );
  return rows.length;
};

test('with an authenticator app, the password alone opens no session', async () => {
  verifies('DEC-FACTOR-01', 'DEC-FACTOR-06');
  const email = 'ann@example.com';
  const owner = await signUp(email);
  const started = await (await owner.console('POST', '/security/app')).json();
  const second = elsewhere();
  assert.equal((await givePassword(second, email)).headers.get('location'), '/account/key');
  assert.ok(second.isSignedIn(), 'a set-up without its first code locks nobody out');
  const wrong = await owner.console('POST', '/security/app/code', { code: '000000' });
  assert.equal(await problemIn(wrong), 'confirmation_failed');
  const first = await codeOf((started as { secret: string }).secret);
  assert.equal((await owner.console('POST', '/security/app/code', { code: first })).status, 200);

  const sessions = await sessionsOf(email);
  const signIns = (await eventsOf(email)).filter((kind) => kind === 'sign_in').length;
  const browser = elsewhere();
  const asked = await givePassword(browser, email);
  assert.equal(asked.headers.get('location'), '/signin/code?next=%2Faccount%2Fkey');
  assert.ok(!browser.isSignedIn());
  assert.equal(await sessionsOf(email), sessions, 'no session is left behind');
  assert.equal((await eventsOf(email)).filter((kind) => kind === 'sign_in').length, signIns);
  assert.match(await (await browser.open('/signin/code')).text(), /Enter the code/);

  assert.equal((await giveCode(browser, '000000')).status, 401);
  assert.equal((await eventsOf(email)).at(-1), 'second_factor_failed');
  const code = await nextCodeOf((started as { secret: string }).secret);
  assert.equal((await giveCode(browser, code)).headers.get('location'), '/account/key');
  assert.ok(browser.isSignedIn());
  const session = await (await browser.console('GET', '/session')).json();
  assert.equal((session as { second_factor: boolean }).second_factor, true);
});

test('a code and a backup code each open one session', async () => {
  verifies('DEC-FACTOR-01', 'DEC-FACTOR-02');
  const email = 'bo@example.com';
  const { secret, backupCodes } = await setUpApp(await signUp(email));
  const [first, watcher] = [elsewhere(), elsewhere()];
  const code = await nextCodeOf(secret);
  await givePassword(first, email);
  await givePassword(watcher, email);
  assert.equal((await giveCode(first, code)).status, 303);
  assert.equal((await giveCode(watcher, code)).status, 401, 'who looked on has the code, and no use of it');
  assert.ok(!watcher.isSignedIn());

  const [backup = ''] = backupCodes;
  assert.equal(new Set(backupCodes).size, 10);
  for (const code of backupCodes) assert.match(code, /^[a-z0-9]{5}-[a-z0-9]{5}$/i);
  const [third, fourth] = [elsewhere(), elsewhere()];
  await givePassword(third, email);
  assert.equal((await giveCode(third, ` ${backup.toUpperCase()} `)).status, 303);
  await givePassword(fourth, email);
  assert.equal((await giveCode(fourth, backup)).status, 401);
  const view = (await (await third.console('GET', '/security')).json()) as { backup_codes_left: number };
  assert.equal(view.backup_codes_left, 9);
  const stored = JSON.stringify(await service.database.query('select * from auth_two_factors'));
  assert.ok(![secret, ...backupCodes].some((value) => stored.includes(value)), 'encrypted');
});

test('a backup code that is sent by several browsers at once opens one session', async () => {
  verifies('DEC-FACTOR-08');
  const email = 'bea@example.com';
  const { backupCodes } = await setUpApp(await signUp(email));
  const browsers = Array.from({ length: 3 }, elsewhere);
  for (const browser of browsers) await givePassword(browser, email);
  // Each has read the codes before one of them writes what is left.
  const answers = await service.database.transaction(async (tx) => {
    await tx.query('select from auth_two_factors for update');
    const giving = browsers.map((browser) => giveCode(browser, backupCodes[0] ?? ''));
    await until(async () => (await countBlockedQueries(service.database)) === browsers.length);
    return giving;
  });
  await Promise.all(answers);
  assert.equal(browsers.filter((browser) => browser.isSignedIn()).length, 1);
});

test('a code that was used already does not end the sign-in: the next one opens it', async () => {
  verifies('DEC-FACTOR-09');
  const email = 'bob@example.com';
  const { secret, usedCode } = await setUpApp(await signUp(email));
  const browser = elsewhere();
  await givePassword(browser, email);
  assert.equal((await giveCode(browser, usedCode)).status, 401, 'it turned the app on');
  assert.equal((await eventsOf(email)).at(-1), 'second_factor_failed');
  assert.equal((await giveCode(browser, await nextCodeOf(secret))).status, 303);
  assert.ok(browser.isSignedIn());
});

test('codes are limited by account, whatever the number of sign-ins and networks', async () => {
  verifies('DEC-FACTOR-02');
  const email = 'cy@example.com';
  const owner = await signUp(email);
  const { secret } = await setUpApp(owner);
  const guess = (network: string) =>
    countSignIn(service.database, 'code', { network, email, device: undefined }, systemClock.now());
  // Setting up counted once.
  for (let i = 0; i < 29; i++) assert.equal(await guess(`198.51.100.${i}`), undefined, String(i));
  assert.notEqual(await guess('198.51.100.99'), undefined);
  const stranger = elsewhere();
  await givePassword(stranger, email);
  assert.equal((await giveCode(stranger, await nextCodeOf(secret))).status, 429);
  assert.ok(!stranger.isSignedIn());
  // The owner's browser is known, so the guesses of others do not count against it.
  await givePassword(owner, email);
  assert.equal((await giveCode(owner, await nextCodeOf(secret))).status, 303);
});

test('five wrong codes end the sign-in', async () => {
  const email = 'dee@example.com';
  await setUpApp(await signUp(email));
  const browser = elsewhere();
  await givePassword(browser, email);
  for (let i = 0; i < 5; i++) assert.equal((await giveCode(browser, '000000')).status, 401);
  const ended = await giveCode(browser, '000000');
  assert.equal(ended.headers.get('location'), '/signin?again=1&next=%2Faccount%2Fkey');
});

test('the sign-in API asks for the code in the same way', async () => {
  verifies('DEC-FACTOR-01');
  const email = 'eve@example.com';
  const owner = await signUp(email);
  const { secret } = await setUpApp(owner);
  const browser = elsewhere();
  const asked = await browser.call('/sign-in/email', { email, password: PASSWORD });
  assert.deepEqual(await asked.json(), { twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  assert.ok(!browser.isSignedIn());
  const wrong = await browser.call('/two-factor/verify-totp', { code: '000000' });
  assert.deepEqual([wrong.status, await problemIn(wrong)], [401, 'sign_in_failed']);
  const right = await browser.call('/two-factor/verify-totp', { code: await nextCodeOf(secret) });
  assert.equal(right.status, 200);
  assert.ok(browser.isSignedIn());
  const none = await elsewhere().call('/two-factor/verify-totp', { code: await nextCodeOf(secret) });
  assert.deepEqual([none.status, await problemIn(none)], [401, 'sign_in_required']);
  const signedIn = await browser.call('/two-factor/verify-totp', { code: await nextCodeOf(secret) });
  assert.equal(signedIn.status, 401, 'a session has no code to prove');
  for (const path of ['/two-factor/enable', '/two-factor/disable', '/passkey/verify-authentication']) {
    assert.equal((await browser.call(path, { password: PASSWORD })).status, 404, path);
  }
});

test('who stole the password of an account with a second factor cannot set up another', async () => {
  verifies('DEC-FACTOR-05');
  const email = 'fay@example.com';
  const owner = await signUp(email);
  await service.database.query(
    `insert into auth_passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
     select gen_random_uuid(), id, 'Key', 'x', 'fay', 0, 'singleDevice', false, now() from auth_users where email = $1`,
    [email],
  );
  for (const [method, path] of [
    ['POST', '/security/app'],
    ['POST', '/security/passkeys/options'],
    ['DELETE', '/security/app'],
    ['POST', '/security/backup-codes'],
  ] as const) {
    const answer = await owner.console(method, path);
    assert.deepEqual([answer.status, await problemIn(answer)], [403, 'second_factor_required'], path);
  }
});

test('removing the app needs no code at sign-in any more, and takes the proof from every session', async () => {
  const email = 'gus@example.com';
  const owner = await signUp(email);
  await setUpApp(owner);
  assert.equal((await owner.console('DELETE', '/security/app')).status, 204);
  const session = (await (await owner.console('GET', '/session')).json()) as { second_factor: boolean };
  assert.equal(session.second_factor, false);
  const browser = elsewhere();
  assert.equal((await givePassword(browser, email)).headers.get('location'), '/account/key');
  assert.deepEqual((await eventsOf(email)).slice(-3), [
    'second_factor_added',
    'second_factor_removed',
    'sign_in',
  ]);
});

test('a code is refused after too many, for a banned account, and says so when the service fails', async () => {
  verifies('DEC-ERROR-19');
  const email = 'kim@example.com';
  const { secret } = await setUpApp(await signUp(email));
  const waiting = async (): Promise<CookieBrowser> => {
    const browser = elsewhere();
    await browser.call('/sign-in/email', { email, password: PASSWORD });
    return browser;
  };
  const enter = async (browser: CookieBrowser, code: string) => {
    const answer = await browser.call('/two-factor/verify-totp', { code });
    return [answer.status, await problemIn(answer)];
  };
  const failing = await waiting();
  await service.database.query('alter table auth_verifications rename to missing_verifications');
  assert.deepEqual(await enter(failing, '000000'), [500, 'internal_error']);
  await service.database.query('alter table missing_verifications rename to auth_verifications');
  const banned = await waiting();
  await service.database.query(
    `update accounts set banned_at = now(), ban_reason = 'a test' where email = $1`,
    [email],
  );
  assert.deepEqual(await enter(banned, await nextCodeOf(secret)), [403, 'account_banned']);
  await service.database.query('update accounts set banned_at = null, ban_reason = null where email = $1', [
    email,
  ]);
  let last: readonly unknown[] = [];
  for (let tries = 0; tries < 40 && last[0] !== 429; tries++) last = await enter(await waiting(), '000000');
  assert.deepEqual(last, [429, 'rate_limited']);
});
