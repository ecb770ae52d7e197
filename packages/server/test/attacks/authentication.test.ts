import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createEmailVerificationToken } from 'better-auth/api';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { countSignIn } from '../../src/access/sign-in-limits.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { keysIn } from '../support/keys.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { nextCodeOf, setUpApp } from '../support/second-factor.ts';
import { type SmtpScene, startSmtp } from '../support/smtp.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const STRANGERS = 'the password of a stranger';
const OWNERS = 'correct horse battery';
const NEW = 'a new password of mine';
const clock = manualClock('2026-03-01T12:00:00Z');

let smtp: SmtpScene;
let service: TestApp;
before(async () => {
  smtp = await startSmtp();
  const environment = { SMTP_URL: smtp.url, KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' };
  service = await startTestApp({ clock, environment });
});
after(async () => {
  await service.stop();
  await smtp.close();
});

/** The emails to an address, once no email is queued. */
async function emailsTo(address: string): Promise<string[]> {
  await until(async () => {
    const rows = await service.database.query('select from graphile_worker.jobs');
    return rows.length === 0;
  });
  return smtp.received.filter((text) => text.includes(`To: ${address}`));
}

function linkIn(email: string | undefined): string {
  return /https?:\/\/\S+/.exec((email ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? '';
}

const secret = async (): Promise<string> => (await keysIn(service.dataDir)).sessions.signing.key;
const lastLink = async (address: string): Promise<string> => linkIn((await emailsTo(address)).at(-1));
const tokenIn = (link: string): string => /token=([\w.-]+)/.exec(link)?.[1] ?? '';

let networks = 0;
/** A browser in a network that no other browser of this file is in. */
function elsewhere(): CookieBrowser {
  networks += 1;
  return cookieBrowser(service, `198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}`);
}

const signUp = (browser: CookieBrowser, email: string, password: string) =>
  browser.submit('/signin', { mode: 'up', email, password, age: 'yes', next: '/account/key' });
const signIn = (browser: CookieBrowser, email: string, password: string) =>
  browser.submit('/signin', { mode: 'in', email, password, next: '/account/key' });

/** Signs up, confirms and is signed in. */
async function member(email: string): Promise<CookieBrowser> {
  const browser = elsewhere();
  await signUp(browser, email, OWNERS);
  await browser.open(await lastLink(email));
  assert.ok(browser.isSignedIn());
  return browser;
}

/** Follows the link of a confirmation in another browser than the one that signed up, and sets a password. */
async function setPassword(browser: CookieBrowser, link: string, password: string): Promise<Response> {
  const opened = await browser.open(link);
  assert.equal(opened.status, 302);
  const page = new URL(opened.headers.get('location') ?? '');
  assert.equal(page.pathname, '/signin/password');
  assert.equal((await browser.open(page.href)).status, 200);
  const token = page.searchParams.get('token') ?? '';
  return browser.submit('/signin/password', { token, next: page.searchParams.get('next') ?? '', password });
}

describe('an account that a stranger made with the address of a victim', () => {
  test('does not sign the victim in with the confirmation, and loses the password of the stranger', async () => {
    verifies('DEC-SIGNIN-01', 'DEC-SIGNIN-02');
    const email = 'victim@example.com';
    const [stranger, victim] = [elsewhere(), elsewhere()];
    await signUp(stranger, email, STRANGERS);
    const set = await setPassword(victim, await lastLink(email), NEW);
    assert.ok(!victim.isSignedIn(), 'the link signs nobody in elsewhere');
    assert.equal(set.headers.get('location'), '/signin?reset=1&next=%2Faccount%2Fkey');
    assert.equal((await signIn(stranger, email, STRANGERS)).status, 401);
    assert.ok(!stranger.isSignedIn());
    await signIn(victim, email, NEW);
    assert.ok(victim.isSignedIn(), 'the address counts as confirmed');
  });

  test('is not changed by a program that opens the links of emails', async () => {
    verifies('DEC-SIGNIN-01');
    const email = 'scanned@example.com';
    const [owner, scanner] = [elsewhere(), elsewhere()];
    await signUp(owner, email, OWNERS);
    const link = await lastLink(email);
    for (let i = 0; i < 3; i++) await scanner.open(link);
    assert.ok(!scanner.isSignedIn());
    const opened = await owner.open(link);
    assert.ok(opened.headers.get('location')?.endsWith('/account/key'));
    assert.ok(owner.isSignedIn(), 'the browser that signed up is signed in with its password');
    assert.equal((await signIn(elsewhere(), email, OWNERS)).status, 303);
  });

  test('loses sessions, key and approvals of the time before, if the address was proven late', async () => {
    verifies('DEC-SIGNIN-02');
    const email = 'late@example.com';
    const stranger = await member(email);
    const [row] = await service.database.query<{ id: string }>('select id from accounts where email = $1', [
      email,
    ]);
    const accountId = row?.id ?? '';
    // As left behind by a service that had no mail server at first.
    await service.database.query('update auth_users set email_verified = false where id = $1', [accountId]);
    const by = { by: 'page', network: null } as const;
    await service.database.transaction((tx) => rotateKey(tx, accountId, by, clock.now()));
    await service.database.query(
      `insert into key_claims (id, code_hash, user_code, network, amount_usd, created_at, expires_at, account_id, approved_at)
       values (gen_random_uuid(), sha256('late'), 'late', '203.0.113.9', 10, $1, $2, $3, $1)`,
      [clock.now(), new Date(clock.now().getTime() + 900_000), accountId],
    );
    const victim = elsewhere();
    await victim.submit('/signin/password', { email });
    const token = tokenIn(await lastLink(email));
    const set = await victim.submit('/signin/password', { token, password: NEW });
    assert.equal(set.status, 303);
    const left = await service.database.query(
      `select (select count(*) from auth_sessions where user_id = $1) as sessions,
         (select count(*) from api_keys where account_id = $1 and revoked_at is null) as keys,
         (select count(*) from key_claims where account_id = $1 and expires_at > $2) as approvals`,
      [accountId, clock.now()],
    );
    assert.deepEqual(left, [{ sessions: 0, keys: 0, approvals: 0 }]);
    assert.match((await stranger.open('/account/key')).headers.get('location') ?? '', /^\/signin/);
    await signIn(victim, email, NEW);
    assert.ok(victim.isSignedIn());
  });

  test('does not keep the victim from signing up: the second sign-up gets a link too', async () => {
    const email = 'second@example.com';
    const [stranger, victim] = [elsewhere(), elsewhere()];
    await signUp(stranger, email, STRANGERS);
    const page = await (await signUp(victim, email, OWNERS)).text();
    assert.match(page, /Check your email/);
    const second = await lastLink(email);
    assert.equal((await emailsTo(email)).length, 2);
    assert.equal(new URL(second).searchParams.get('callbackURL'), '/account/key');
    assert.equal((await setPassword(victim, second, NEW)).status, 303);
    await signIn(victim, email, NEW);
    assert.ok(victim.isSignedIn());
    assert.equal((await signIn(stranger, email, STRANGERS)).status, 401);
  });
});

test('the confirmation link of an attacker does not sign a victim in to the account of the attacker', async () => {
  verifies('DEC-SIGNIN-01');
  const [attacker, victim] = [elsewhere(), elsewhere()];
  await signUp(attacker, 'attacker@example.com', STRANGERS);
  const link = await lastLink('attacker@example.com');
  const opened = await victim.open(link);
  assert.ok(!victim.isSignedIn());
  assert.match(opened.headers.get('location') ?? '', /\/signin\/password\?token=/);
});

describe('wrong passwords', () => {
  test('of a stranger lock out neither other networks nor a browser that the account knows', async () => {
    verifies('DEC-SIGNIN-03', 'DEC-SIGNIN-04');
    const email = 'locked@example.com';
    const known = await member(email);
    const stranger = elsewhere();
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) statuses.push((await signIn(stranger, email, `guess ${i} of many`)).status);
    assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(5).fill(429)]);
    assert.equal((await signIn(elsewhere(), email, OWNERS)).status, 303, 'the owner in another network');
    assert.equal((await signIn(known, email, OWNERS)).status, 303);
  });

  test('from a hundred networks are stopped, and the owner still gets in', async () => {
    verifies('DEC-SIGNIN-04', 'DEC-SIGNIN-05');
    const email = 'botnet@example.com';
    const known = await member(email);
    // Counted directly, because the check of a password takes long; the last ones are real.
    for (let i = 0; i < 95; i++) {
      const from = { network: `network ${i}`, email, device: undefined };
      assert.equal(await countSignIn(service.database, 'password', from, clock.now()), undefined);
    }
    const guess = async () =>
      (await elsewhere().call('/sign-in/email', { email, password: 'one guess of many' })).status;
    const statuses = await Promise.all(Array.from({ length: 10 }, guess));
    assert.deepEqual(statuses.sort(), [...Array(5).fill(401), ...Array(5).fill(429)]);
    const unknown = elsewhere();
    const refused = await signIn(unknown, email, OWNERS);
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /a browser that you have signed in with, or set a new password/);
    assert.equal((await signIn(known, email, OWNERS)).status, 303, 'in a known browser');
    await unknown.submit('/signin/password', { email });
    const token = tokenIn(await lastLink(email));
    assert.equal((await unknown.submit('/signin/password', { token, password: NEW })).status, 303);
    assert.equal(
      (await signIn(unknown, email, NEW)).status,
      303,
      'in a browser that set a password by email',
    );
  });

  test('in a browser that the account knows are limited too', async () => {
    verifies('DEC-SIGNIN-04');
    const email = 'shared-desk@example.com';
    const known = await member(email);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await signIn(known, email, `guess ${i} of many`)).status);
    assert.deepEqual(statuses.slice(-2), [429, 429]);
  });

  test('an invented device header makes no browser known', async () => {
    const email = 'header@example.com';
    await member(email);
    const [row] = await service.database.query<{ count: number }>(
      'select count(*) as count from known_devices',
    );
    await fetch(`${service.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url, 'x-kinora-device': 'a'.repeat(43) },
      body: JSON.stringify({ email, password: OWNERS }),
    });
    const devices = await service.database.query(`select from known_devices where device_hash = sha256($1)`, [
      'a'.repeat(43),
    ]);
    assert.equal(devices.length, 0, `of ${row?.count}`);
  });
});

describe('a mailbox', () => {
  test('gets five reset links an hour however many networks ask, and the newest of them works', async () => {
    verifies('DEC-SIGNIN-06');
    const email = 'bombed@example.com';
    await member(email);
    const before = (await emailsTo(email)).length;
    const ask = async () => (await elsewhere().submit('/signin/password', { email })).status;
    const statuses = [...(await Promise.all(Array.from({ length: 12 }, ask))), await ask(), await ask()];
    assert.deepEqual(new Set(statuses), new Set([200]), 'nobody learns that no email was sent');
    const links = (await emailsTo(email)).slice(before);
    assert.equal(links.length, 5);
    const owner = elsewhere();
    assert.match(await (await owner.submit('/signin/password', { email })).text(), /we have sent it a link/);
    // A request that sent nothing has ended no link. Emails of the same moment may arrive in any order.
    const used: number[] = [];
    for (const link of links) {
      const token = tokenIn(linkIn(link));
      used.push((await owner.submit('/signin/password', { token, password: NEW })).status);
    }
    assert.deepEqual(used.sort(), [303, 422, 422, 422, 422]);
    // Refused requests do not keep it full.
    clock.advance(HOUR_MS - 1);
    await ask();
    clock.advance(1);
    await ask();
    assert.equal((await emailsTo(email)).length, before + 6);
  });

  test('gets a link for a browser that its account knows in any case', async () => {
    verifies('DEC-SIGNIN-06');
    const email = 'known-reset@example.com';
    const known = await member(email);
    for (let i = 0; i < 6; i++) await elsewhere().submit('/signin/password', { email });
    const before = (await emailsTo(email)).length;
    await known.submit('/signin/password', { email });
    assert.equal((await emailsTo(email)).length, before + 1);
  });

  test('of an unconfirmed address is not filled by signing in, signing up or asking for a link', async () => {
    verifies('DEC-SIGNIN-06');
    const email = 'unconfirmed@example.com';
    const stranger = elsewhere();
    await signUp(stranger, email, STRANGERS);
    for (let i = 0; i < 4; i++) await signIn(stranger, email, STRANGERS);
    for (let i = 0; i < 4; i++) await signIn(elsewhere(), email, STRANGERS);
    for (let i = 0; i < 3; i++) await signUp(elsewhere(), email, STRANGERS);
    await elsewhere().call('/send-verification-email', { email });
    assert.equal((await emailsTo(email)).length, 5);
  });

  test('one network cannot ask for links to one address without end', async () => {
    verifies('DEC-SIGNIN-03');
    const stranger = elsewhere();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await stranger.call('/request-password-reset', { email: 'six@example.com' })).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
    const owner = await elsewhere().call('/request-password-reset', { email: 'six@example.com' });
    assert.equal(owner.status, 200);
  });
});

describe('a link that sets a password', () => {
  /** The token of a link that this browser asks for. */
  async function ask(browser: CookieBrowser, email: string): Promise<string> {
    const sent = (await emailsTo(email)).length;
    await browser.submit('/signin/password', { email });
    const emails = await emailsTo(email);
    assert.equal(emails.length, sent + 1);
    return tokenIn(linkIn(emails.at(-1)));
  }

  const use = (token: string, password = NEW) => elsewhere().submit('/signin/password', { token, password });

  test('is ended by a newer one, and all are ended by the one that is used', async () => {
    verifies('DEC-SIGNIN-10');
    const email = 'links@example.com';
    const owner = await member(email);
    const [older, newer] = [await ask(owner, email), await ask(owner, email)];
    assert.equal((await use(older)).status, 422);
    // As a program opens the link of a confirmation beside the person: such a page ends no link that was sent.
    await service.database.query('update auth_users set email_verified = false where email = $1', [email]);
    const confirmation = await createEmailVerificationToken(await secret(), email);
    const page = await elsewhere().open(`/api/auth/verify-email?token=${confirmation}`);
    const opened = tokenIn(page.headers.get('location') ?? '');
    assert.notEqual(opened, '');
    const statuses = await Promise.all([use(newer), use(opened), use(newer)]);
    assert.deepEqual(
      statuses.map(({ status }) => status).sort(),
      [303, 422, 422],
      'one of those used at once',
    );
    for (const token of [older, newer, opened]) assert.equal((await use(token)).status, 422);
    assert.equal((await elsewhere().call('/reset-password', { token: newer, newPassword: NEW })).status, 400);
  });

  test('of two that are asked for at once leaves one', async () => {
    verifies('DEC-SIGNIN-10');
    const email = 'at-once@example.com';
    const owner = await member(email);
    await Promise.all([1, 2, 3].map(() => owner.submit('/signin/password', { email })));
    const tokens = (await emailsTo(email))
      .map((text) => linkIn(text))
      .filter((link) => link.includes('/signin/'));
    assert.equal(tokens.length, 3);
    const statuses = await Promise.all(tokens.map(async (link) => (await use(tokenIn(link))).status));
    assert.deepEqual(statuses.sort(), [303, 422, 422]);
  });

  test('voids what waits for a proof: a sign-in, a new address, and the sessions', async () => {
    verifies('DEC-SIGNIN-11');
    const email = 'pending@example.com';
    const owner = await member(email);
    const thief = elsewhere();
    await signIn(thief, email, OWNERS);
    assert.equal((await thief.console('POST', '/email', { email: 'thief@example.com' })).status, 200);
    const { secret: app, backupCodes } = await setUpApp(owner);
    const waiting = elsewhere();
    await signIn(waiting, email, OWNERS);
    const token = await ask(owner, email);
    assert.equal((await use(token)).status, 303);
    const code = await nextCodeOf(app);
    assert.equal((await waiting.call('/two-factor/verify-totp', { code })).status, 401);
    const [backup = ''] = backupCodes;
    assert.equal((await waiting.call('/two-factor/verify-backup-code', { code: backup })).status, 401);
    const left = await service.database.query(
      `select (select count(*) from email_changes where user_id = auth_users.id) as changes,
         (select count(*) from auth_sessions where user_id = auth_users.id) as sessions,
         (select count(*) from auth_verifications where value = auth_users.id::text) as waiting
       from auth_users where email = $1`,
      [email],
    );
    assert.deepEqual(left, [{ changes: 0, sessions: 0, waiting: 0 }]);
  });
});

test('setting passwords by guessed links locks out nobody else who sets one', async () => {
  const email = 'resetter@example.com';
  await member(email);
  await Promise.all(
    Array.from({ length: 110 }, (_, index) =>
      elsewhere().call('/reset-password', { token: `guess-${index}`, newPassword: NEW }),
    ),
  );
  const owner = elsewhere();
  await owner.call('/request-password-reset', { email });
  const token = tokenIn(await lastLink(email));
  assert.equal((await owner.call('/reset-password', { token, newPassword: NEW })).status, 200);
});
