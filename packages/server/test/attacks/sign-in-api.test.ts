import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { sha256 } from '../../src/kernel/ids.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { keysIn } from '../support/keys.ts';
import { sendRaw } from '../support/raw-http.ts';
import { codeOf, nextCodeOf, setUpApp } from '../support/second-factor.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

/** What reaches the sign-in library through /api/auth. */

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
  return cookieBrowser(service, `198.51.100.${networks}`);
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send(`${service.url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.250', ...headers },
    body: JSON.stringify(body),
  });
}

async function signUp(email: string): Promise<CookieBrowser> {
  const browser = elsewhere();
  const fields = { mode: 'up', email, password: PASSWORD, age: 'yes', next: '/account/key' };
  assert.equal((await browser.submit('/signin', fields)).status, 303);
  return browser;
}

const rowOf = async (email: string): Promise<string> => {
  const [row] = await service.database.query<{ id: string }>('select id from auth_users where email = $1', [
    email,
  ]);
  return row?.id ?? '';
};

/** What the library takes beyond what is documented, and values that no person has. */
const BODIES: readonly (readonly [path: string, body: object, field: string, message: RegExp])[] = [
  ['/sign-up/email', { rememberMe: false }, 'rememberMe', /is not a field/],
  ['/sign-up/email', { image: 'https://evil.example/x.png' }, 'image', /is not a field/],
  ['/sign-up/email', { emailVerified: true }, 'emailVerified', /is not a field/],
  ['/sign-up/email', { name: 'n'.repeat(60_000) }, 'name', /at most 200 characters/],
  ['/sign-up/email', { name: 7 }, 'name', /must be a string/],
  ['/sign-up/email', { emial: 'a@example.com' }, 'emial', /did you mean email\?/],
  ['/sign-up/email', { email: `${'a'.repeat(400)}@example.com` }, 'email', /email address|320 characters/],
  ['/sign-up/email', { password: ['correct horse battery'] }, 'password', /must be a string/],
  ['/sign-up/email', { callbackURL: `/${'a'.repeat(3000)}` }, 'callbackURL', /at most 2000 characters/],
  ['/sign-up/email', { age_verified: 'true' }, 'age_verified', /must be a boolean/],
  ['/sign-in/email', { rememberMe: false }, 'rememberMe', /is not a field/],
  ['/sign-in/email', { password: 'x'.repeat(129) }, 'password', /at most 128 characters/],
  ['/two-factor/verify-totp', { code: '123456', trustDevice: true }, 'trustDevice', /is not a field/],
  ['/two-factor/verify-totp', { code: 123456 }, 'code', /must be a string/],
  ['/two-factor/verify-backup-code', { code: 'a', trustDevice: true }, 'trustDevice', /is not a field/],
  ['/two-factor/verify-backup-code', { code: 'a', disableSession: true }, 'disableSession', /is not a field/],
  ['/two-factor/verify-backup-code', { code: 'a'.repeat(33) }, 'code', /at most 32 characters/],
  ['/sign-out', { everywhere: true }, 'everywhere', /is not a field/],
  ['/send-verification-email', { email: 'a@example.com', x: 1 }, 'x', /is not a field/],
  ['/request-password-reset', { email: 'a@example.com', redirectTo: '/x' }, 'redirectTo', /is not a field/],
  ['/reset-password', { token: 't', newPassword: PASSWORD, userId: '1' }, 'userId', /is not a field/],
  ['/reset-password', { token: 't'.repeat(2001), newPassword: PASSWORD }, 'token', /at most 2000/],
];

test('nothing but the documented fields reaches the sign-in library', async () => {
  verifies('DEC-SIGNIN-09');
  const person = { email: 'fields@example.com', password: PASSWORD };
  for (const [path, more, field, message] of BODIES) {
    const needed =
      path === '/sign-up/email' ? { name: '', ...person } : path === '/sign-in/email' ? person : {};
    const answer = await post(path, { ...needed, ...more });
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], `${path} ${answer.text}`);
    const issue = answer.body.issues.find((one: { path: string }) => one.path === field);
    assert.match(issue?.message ?? '', message, `${path} ${answer.text}`);
  }
  assert.equal(await rowOf(person.email), '', 'nobody was signed up');
  const routes = BODIES.map(([path]) => path);
  for (const path of [...new Set(routes)]) {
    const answer = await post(`${path}?token=x`, { email: person.email });
    assert.deepEqual([answer.status, answer.body.issues[0].path], [400, 'token'], path);
  }
  for (const [path, field] of [
    ['/get-session?disableRefresh=true', 'disableRefresh'],
    ['/get-session?disableCookieCache=true', 'disableCookieCache'],
    ['/token?x=1', 'x'],
    ['/jwks?x=1', 'x'],
    ['/verify-email?token=a&updateTo=b', 'updateTo'],
    ['/verify-email?token=a&token=b', 'token'],
    [`/verify-email?token=${'a'.repeat(2001)}`, 'token'],
  ] as const) {
    const answer = await send(`${service.url}/api/auth${path}`, {});
    assert.deepEqual([answer.status, answer.body.issues?.[0].path], [400, field], path);
  }
});

/** The Set-Cookie lines of a response whose cookie has this in its name. */
const cookiesOf = (headers: Headers, name: string): string[] =>
  headers.getSetCookie().filter((cookie) => cookie.split('=')[0]?.includes(name));

test('no browser is trusted to sign in without its code, and a cookie that was is removed', async () => {
  verifies('DEC-FACTOR-10');
  const email = 'trusting@example.com';
  const owner = await signUp(email);
  const { secret, backupCodes } = await setUpApp(owner);
  const browser = elsewhere();
  await browser.call('/sign-in/email', { email, password: PASSWORD });
  const [backup = ''] = backupCodes;
  for (const [path, code] of [
    ['/two-factor/verify-backup-code', backup],
    ['/two-factor/verify-totp', await nextCodeOf(secret)],
  ] as const) {
    const trusting = await browser.call(path, { code, trustDevice: true });
    assert.equal(trusting.status, 400, path);
    assert.deepEqual(cookiesOf(trusting.headers, 'trust_device'), []);
  }
  // Such a body uses up neither the code nor the sign-in that waits for it.
  const opened = await browser.call('/two-factor/verify-backup-code', { code: backup });
  assert.equal(opened.status, 200);
  assert.deepEqual(cookiesOf(opened.headers, 'trust_device'), []);

  // As an earlier version left it behind: the cookie, and the record that it refers to.
  const userId = await rowOf(email);
  const { key } = (await keysIn(service.dataDir)).sessions.signing;
  const record = 'trust-device-of-an-earlier-version';
  await service.database.query(
    `insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, now() + interval '30 days', now(), now())`,
    [sha256(record).toString('base64url'), userId],
  );
  const proof = createHmac('sha256', key).update(`${userId}!${record}`).digest('base64url');
  const value = `${proof}!${record}`;
  const signature = createHmac('sha256', key).update(value).digest('base64');
  const cookie = `kinora.trust_device=${encodeURIComponent(`${value}.${signature}`)}`;
  for (let times = 0; times < 2; times++) {
    const answer = await post(
      '/sign-in/email',
      { email, password: PASSWORD },
      { cookie, origin: service.url },
    );
    assert.deepEqual([answer.status, answer.body.twoFactorRedirect], [200, true], answer.text);
    const [left = ''] = cookiesOf(answer.headers, 'session_token');
    assert.match(left, /Max-Age=0/, 'there is no session');
    const [removed = ''] = cookiesOf(answer.headers, 'trust_device');
    assert.match(removed, /^kinora\.trust_device=; Max-Age=0/);
  }
});

test('every session that stays is an event', async () => {
  verifies('DEC-SECURITY-05');
  const email = 'logged@example.com';
  const owner = await signUp(email);
  const id = await rowOf(email);
  const count = async () => {
    const [row] = await service.database.query<{ sessions: number; events: number }>(
      `select (select count(*) from auth_sessions where user_id = $1) as sessions,
         (select count(*) from security_events where account_id = $1 and kind = 'sign_in') as events`,
      [id],
    );
    return [row?.sessions, row?.events];
  };
  assert.deepEqual(await count(), [1, 1], 'signing up');
  await elsewhere().call('/sign-in/email', { email, password: PASSWORD });
  assert.deepEqual(await count(), [2, 2], 'by the API');
  await elsewhere().submit('/signin', { mode: 'in', email, password: PASSWORD, next: '/' });
  assert.deepEqual(await count(), [3, 3], 'on the page');
  const { secret, backupCodes } = await setUpApp(owner);
  const coded = elsewhere();
  await coded.call('/sign-in/email', { email, password: PASSWORD });
  assert.deepEqual(await count(), [3, 3], 'a code is missing');
  assert.equal((await coded.call('/two-factor/verify-totp', { code: await nextCodeOf(secret) })).status, 200);
  assert.deepEqual(await count(), [4, 4], 'with the code');
  const backed = elsewhere();
  await backed.submit('/signin', { mode: 'in', email, password: PASSWORD, next: '/' });
  assert.equal((await backed.submit('/signin/code', { code: backupCodes[0] ?? '', next: '/' })).status, 303);
  assert.deepEqual(await count(), [5, 5], 'with a backup code');
  assert.match(await codeOf(secret), /^\d{6}$/);
});

test('a request with a whole address in place of a path is served like one with the path', async () => {
  verifies('DEC-REQUEST-13');
  const { host } = new URL(service.url);
  const ask = (method: string, path: string, body = '', named = host) => {
    const head = [
      `${method} http://${host}${path} HTTP/1.1`,
      `Host: ${named}`,
      'User-Agent: kinora-tests/1.0',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    return sendRaw(service.url, [`${head.join('\r\n')}\r\n\r\n${body}`]);
  };
  const credentials = JSON.stringify({ email: 'absolute@example.com', password: 'a wrong one of mine' });
  for (const [method, path, body, status] of [
    ['POST', '/api/auth/sign-in/email', credentials, 401],
    ['POST', '/api/auth/sign-out', '{}', 200],
    ['GET', '/api/auth/get-session', '', 200],
    ['GET', '/api/auth/get-session?x=1', '', 400],
    ['GET', '', '', 302],
    ['GET', '?x=1', '', 302],
    ['GET', '/activate?user_code=BCDF-GHJK', '', 302],
    ['GET', '/signin', '', 200],
    ['GET', '/no/such/path', '', 404],
    ['POST', '/v1/images/generate', '{}', 401],
    ['GET', '/api/health', '', 200],
  ] as const) {
    const answer = await ask(method, path, body);
    const plain = await sendRaw(service.url, [
      `${method} ${path.startsWith('/') ? path : `/${path}`} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: kinora-tests/1.0\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ]);
    assert.equal(answer.status, plain.status, `${method} ${path} ${answer.body}`);
    assert.equal(answer.headers.get('location'), plain.headers.get('location'), path);
    assert.ok(status === answer.status || status === 302, `${method} ${path} ${answer.status}`);
  }
  const elsewhereNamed = await ask('GET', '/api/health', '', 'other.example');
  assert.equal(elsewhereNamed.status, 400, elsewhereNamed.body.toString());
});
