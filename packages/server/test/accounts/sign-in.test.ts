import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createAuth, issueAccessToken } from '../../src/accounts/auth.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { until } from '../support/deadline.ts';
import { keysIn } from '../support/keys.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';

let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
after(() => service.stop());

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return send(`${service.url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url, ...headers },
    body: JSON.stringify(body),
  });
}

function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function signUp(email: string): Promise<{ id: string; cookie: string }> {
  const { status, body, headers } = await post('/sign-up/email', { name: '', email, password: PASSWORD });
  assert.equal(status, 200, JSON.stringify(body));
  return { id: body.user.id, cookie: cookiesOf(headers) };
}

interface Claims {
  readonly sub: string;
  readonly email: string;
  readonly iss: string;
  readonly exp: number;
  readonly iat: number;
}

/** Verifies a token with the published keys only. */
async function verified(token: string): Promise<Claims> {
  const { body } = await send(`${service.url}/api/auth/jwks`, {});
  const [head = '', payload = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const jwk = body.keys.find(({ kid }: { kid: string }) => kid === read(head).kid);
  assert.ok(jwk !== undefined, 'the key of the token is published');
  assert.equal(jwk.d, undefined, 'without its private part');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  assert.ok(verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')));
  return read(payload);
}

test('signing up opens an account without a key or a balance', async () => {
  const { id } = await signUp('ann@example.com');
  const [row] = await service.database.query(
    `select email, (select count(*) from api_keys where account_id = accounts.id) as keys, prepaid_cents as cents
     from accounts join funding_accounts on account_id = accounts.id join funding_terms using (account_id)
     where accounts.id = $1`,
    [id],
  );
  assert.deepEqual(row, { email: 'ann@example.com', keys: 0, cents: 0 });
});

test('a session issues access tokens of 15 minutes that the published keys verify', async () => {
  verifies('DEC-BEARER-01', 'DEC-BEARER-02', 'DEC-BEARER-03');
  const { id, cookie } = await signUp('bo@example.com');
  const { status, body } = await send(`${service.url}/api/auth/token`, { headers: { cookie } });
  assert.equal(status, 200);
  const claims = await verified(body.token);
  assert.equal(claims.sub, id);
  assert.equal(claims.email, 'bo@example.com');
  assert.equal(claims.exp - claims.iat, 900);
  const none = await send(`${service.url}/api/auth/token`, {});
  assert.equal(none.status, 401);
});

test('a token issued on the command line is like one of a session', async () => {
  const { id } = await service.account();
  const auth = createAuth({
    database: service.database,
    clock: systemClock,
    baseUrl: 'http://elsewhere.example',
    keys: await keysIn(service.dataDir),
    verifiesEmail: false,
  });
  const claims = await verified(await issueAccessToken(auth, { id, email: 'cy@example.com' }));
  assert.deepEqual([claims.sub, claims.email, claims.exp - claims.iat], [id, 'cy@example.com', 900]);
});

test('a wrong password, an unknown address and a weak password are refused', async () => {
  verifies('DEC-BEARER-01');
  await signUp('dee@example.com');
  const wrong = await post('/sign-in/email', { email: 'dee@example.com', password: 'wrong password' });
  const unknown = await post('/sign-in/email', { email: 'nobody@example.com', password: PASSWORD });
  assert.deepEqual([wrong.status, unknown.status], [401, 401]);
  assert.deepEqual(wrong.body, unknown.body);
  const weak = await post('/sign-up/email', { name: '', email: 'weak@example.com', password: 'short' });
  assert.equal(weak.status, 400);
  const right = await post('/sign-in/email', { email: 'DEE@example.com', password: PASSWORD });
  assert.equal(right.status, 200);
});

test('a program signs in, gets tokens and signs out without naming an origin', async () => {
  verifies('DEC-BEARER-01');
  const email = 'program@example.com';
  await signUp(email);
  // The `fetch` of Node sends Sec-Fetch-Mode by itself.
  const program = (path: string, body: object, cookie?: string) =>
    send(`${service.url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
      body: JSON.stringify(body),
    });
  const { status, headers, text } = await program('/sign-in/email', { email, password: PASSWORD });
  assert.equal(status, 200, text);
  const cookie = cookiesOf(headers);
  const token = () => send(`${service.url}/api/auth/token`, { headers: { cookie } });
  assert.equal((await token()).status, 200);
  assert.equal((await program('/sign-in/email', { email, password: PASSWORD }, cookie)).status, 200);
  assert.equal((await program('/sign-out', {}, cookie)).status, 200);
  assert.equal((await token()).status, 401);
});

test('guesses of one password from one network are limited exactly, however concurrent', async () => {
  await signUp('guessed@example.com');
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async (_, index) => {
      const from = { 'x-forwarded-for': '198.51.100.7' };
      const guess = { email: 'guessed@example.com', password: `guess number ${index}` };
      return (await post('/sign-in/email', guess, from)).status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 15);
});

test("the library's other endpoints are not served", async () => {
  const { cookie } = await signUp('eve@example.com');
  for (const path of ['/change-email', '/delete-user', '/update-user', '/sign-in/social', '/set-role']) {
    assert.equal((await post(path, {}, { cookie })).status, 404, path);
  }
});

test('the user of an account from the command line sets a password by email, once', async () => {
  const account = await service.account();
  const [row] = await service.database.query<{ email: string }>('select email from accounts where id = $1', [
    account.id,
  ]);
  const email = row?.email ?? '';
  assert.equal((await post('/request-password-reset', { email })).status, 200);
  const text = await lastEmail(email);
  const token = /token=(\S+)/.exec(text)?.[1] ?? '';
  const dump = await service.database.query('select * from auth_verifications');
  assert.ok(token.length > 10 && !JSON.stringify(dump).includes(token), 'only its hash is stored');
  const reset = () => post('/reset-password', { token, newPassword: PASSWORD });
  assert.equal((await reset()).status, 200);
  assert.equal((await reset()).status, 400);
  const signedIn = await post('/sign-in/email', { email, password: PASSWORD });
  assert.equal(signedIn.body.user.id, account.id);
});

async function lastEmail(to: string): Promise<string> {
  const folder = path.join(service.dataDir, 'mail');
  let found = '';
  await until(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((one) => !one.startsWith('.')).sort();
    for (const name of names) {
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('=\r\n', '');
      if (text.includes(`To: ${to}`)) found = text.replaceAll('=3D', '=');
    }
    return found !== '';
  });
  return found;
}
