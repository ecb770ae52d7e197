import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessTokenSchema, problemSchema, sessionSchema, signedInSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { startSmtp } from '../support/smtp.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';
const ORIGIN = 'https://app.example.com';

let service: TestApp;
before(async () => {
  service = await startTestApp({
    environment: { KINORA_ALLOWED_ORIGINS: ORIGIN, KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
});
after(() => service.stop());

function post(path: string, body: unknown, headers: Record<string, string> = {}, url = service.url) {
  return send(`${url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Asserts the one format of errors, and returns status, code and the field of the first issue. */
function errorOf({ status, body, headers }: Answer): readonly unknown[] {
  assert.deepEqual(
    problemSchema(body.code).strict().safeParse(body).error?.issues ?? [],
    [],
    JSON.stringify(body),
  );
  assert.match(body.error, /\w{3}/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
  return [status, body.code, ...(body.issues === undefined ? [] : [body.issues[0].path])];
}

test('every error of the sign-in routes has the format of the service', async () => {
  verifies('DEC-BROWSER-08');
  const account = { email: 'ann@example.com', password: PASSWORD };
  const person = { name: '', ...account };
  assert.equal((await post('/sign-up/email', person)).status, 200);
  const up = (fields: object) => post('/sign-up/email', { ...person, ...fields });
  const reset = (fields: object) => post('/reset-password', { token: 'x', newPassword: PASSWORD, ...fields });
  const get = (path: string) => send(`${service.url}/api/auth${path}`, { headers: { origin: ORIGIN } });
  for (const [expected, answer] of [
    [[422, 'email_taken'], await up({})],
    [[422, 'email_taken'], await up({ callbackURL: `${ORIGIN}/日本\n` })],
    [[400, 'invalid_request', 'email'], await up({ email: 'nothing' })],
    [[400, 'invalid_request', 'password'], await up({ email: 'b@example.com', password: 'short' })],
    [[400, 'invalid_request', 'password'], await up({ email: 'b@example.com', password: 'x'.repeat(129) })],
    [[400, 'invalid_request', 'name'], await post('/sign-up/email', {})],
    [[400, 'invalid_request', ''], await post('/sign-up/email', '{')],
    [[400, 'invalid_request', ''], await post('/sign-in/email', [])],
    [[401, 'sign_in_failed'], await post('/sign-in/email', { ...account, password: 'wrong password' })],
    [[401, 'sign_in_failed'], await post('/sign-in/email', { ...account, email: 'nobody@example.com' })],
    [[403, 'origin_refused'], await up({ callbackURL: 'https://evil.example/' })],
    [[400, 'link_expired'], await reset({})],
    [[400, 'invalid_request', 'newPassword'], await reset({ newPassword: 'short' })],
    [[401, 'sign_in_required'], await get('/token')],
    [[404, 'not_found'], await get('/nothing')],
  ] as const) {
    assert.deepEqual(errorOf(answer), expected, answer.text);
  }
  const statuses: unknown[] = [];
  for (let n = 0; n < 11; n++) {
    statuses.push(
      errorOf(await post('/sign-in/email', { email: 'often@example.com', password: 'wrong password' })),
    );
  }
  assert.deepEqual(statuses.at(-1), [429, 'rate_limited']);
});

/** The session's cookie with its attributes; there is also one that remembers the browser. */
function sessionCookieOf({ headers }: Answer): string {
  return headers.getSetCookie().find((cookie) => cookie.includes('session_token')) ?? '';
}

test('responses of the sign-in routes are as documented', async () => {
  const person = { email: 'bo@example.com', password: PASSWORD };
  const signedUp = await post('/sign-up/email', { name: '', ...person });
  const cookie = sessionCookieOf(signedUp).split(';')[0] ?? '';
  const get = (path: string) => send(`${service.url}/api/auth${path}`, { headers: { cookie } });
  signedInSchema.parse(signedUp.body);
  signedInSchema.parse((await post('/sign-in/email', person)).body);
  assert.equal(sessionSchema.parse((await get('/get-session')).body)?.user.email, person.email);
  accessTokenSchema.parse((await get('/token')).body);
  assert.equal((await post('/sign-out', {}, { cookie })).status, 200);
  assert.equal(sessionSchema.parse((await get('/get-session')).body), null);
});

test('a page of an origin that is not listed may not sign in', async () => {
  verifies('DEC-BROWSER-01', 'DEC-BROWSER-08');
  const person = { name: '', email: 'eve@example.com', password: PASSWORD };
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await post('/sign-up/email', person, { origin });
    assert.deepEqual([answer.status, answer.body.code], [403, 'origin_refused'], answer.text);
    assert.equal(sessionCookieOf(answer), '');
  }
});

describe('the session cookie', () => {
  async function cookieFor(headers: Record<string, string>): Promise<readonly string[]> {
    const email = `${Math.random().toString(36).slice(2)}@example.com`;
    const answer = await post(
      '/sign-up/email',
      { name: '', email, password: PASSWORD },
      { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}`, ...headers },
    );
    assert.equal(answer.status, 200, answer.text);
    return sessionCookieOf(answer).split('; ').slice(1);
  }

  test('is partitioned for an allowed page on another site only', async () => {
    verifies('DEC-BROWSER-06');
    const foreign = await cookieFor({ 'sec-fetch-site': 'cross-site' });
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned']) {
      assert.equal(foreign.filter((one) => one === attribute).length, 1, `${foreign} has ${attribute}`);
    }
    for (const site of ['same-site', 'same-origin', 'none']) {
      const sameSite = await cookieFor({ 'sec-fetch-site': site });
      assert.ok(sameSite.includes('SameSite=Lax') && !sameSite.includes('Partitioned'), sameSite.join());
    }
    const here = await cookieFor({ 'sec-fetch-site': 'cross-site', origin: service.url });
    assert.ok(here.includes('SameSite=Lax'), here.join());
  });
});

test('an unconfirmed address has another code than a wrong password', async (context) => {
  verifies('DEC-BROWSER-08');
  const smtp = await startSmtp();
  const confirming = await startTestApp({
    environment: { SMTP_URL: smtp.url, KINORA_ALLOWED_ORIGINS: ORIGIN },
  });
  context.after(async () => {
    await confirming.stop();
    await smtp.close();
  });
  const person = { email: 'ann@example.com', password: PASSWORD };
  assert.equal((await post('/sign-up/email', { name: '', ...person }, {}, confirming.url)).status, 200);
  const answer = await post('/sign-in/email', person, {}, confirming.url);
  assert.deepEqual(errorOf(answer), [403, 'email_unconfirmed']);
});
