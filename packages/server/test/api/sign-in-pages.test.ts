import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { decide, pollClaim, startClaim } from '../support/claims.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import { manualClock } from '../support/manual-clock.ts';
import { readEmail } from '../support/read-email.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({
    clock,
    environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
});
after(() => service.stop());

function submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: service.url, ...headers },
    body: new URLSearchParams(fields),
  });
}

async function signUp(email: string): Promise<Record<string, string>> {
  const answer = await submit('/signin', {
    mode: 'up',
    email,
    password: PASSWORD,
    age: 'yes',
    next: '/activate',
  });
  assert.equal(answer.status, 303, await answer.text());
  const cookies = answer.headers.getSetCookie();
  for (const cookie of cookies) assert.match(cookie, /HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
  return { cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
}

test('a form from another site changes nothing', async () => {
  const { body: claim } = await startClaim(service);
  const person = await signUp('ann@example.com');
  const fields = { user_code: claim.user_code, decision: 'denied' };
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '', 'sec-fetch-site': 'cross-site' },
    { origin: `${service.url}.evil.example` },
  ];
  for (const headers of foreign) {
    const answer = await submit('/activate/decide', fields, { ...person, ...headers });
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.match(await answer.text(), /another site/);
  }
  assert.equal((await pollClaim(claim)).body.status, 'pending');
  assert.equal((await submit('/activate/decide', fields, person)).status, 303);
  assert.equal((await pollClaim(claim)).body.status, 'denied');
});

test('an account without a payment cannot approve a claim', async () => {
  verifies('DEC-CLAIM-12');
  const { body: claim } = await startClaim(service);
  const person = await signUp('bo@example.com');
  const fields = { user_code: claim.user_code, decision: 'approved' };
  const answer = await submit('/activate/decide', fields, person);
  assert.equal(answer.headers.get('location'), `/activate?user_code=${claim.user_code}`);
  assert.equal((await pollClaim(claim)).body.status, 'pending');
});

test('a decision requires signing in', async () => {
  const { body: claim } = await startClaim(service);
  const answer = await submit('/activate/decide', { user_code: claim.user_code, decision: 'approved' });
  assert.match(answer.headers.get('location') ?? '', /^\/signin\?next=/);
  const page = await fetch(claim.verification_uri_complete, { redirect: 'manual' });
  assert.match(page.headers.get('location') ?? '', /^\/signin\?next=%2Factivate%3Fuser_code/);
});

test('signing in redirects to pages of the service only', async () => {
  await signUp('cy@example.com');
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'activate', '']) {
    const fields = { mode: 'in', email: 'cy@example.com', password: PASSWORD, next };
    const answer = await submit('/signin', fields);
    assert.equal(answer.headers.get('location'), '/studio', next);
  }
});

test('the page that was asked for is opened after a password was forgotten', async () => {
  verifies('DEC-SIGNIN-16');
  const email = 'forgetful@example.com';
  await signUp(email);
  const next = '/operator/log?from=2026-03-01T10%3A00&kind=sign_in';
  const parameter = `next=${encodeURIComponent(next)}`;
  const read = async (path: string) =>
    (await (await fetch(service.url + path)).text()).replaceAll('&amp;', '&');
  const typed = '/operator/log?from=2026-03-01T10:00&kind=sign_in';
  const signIn = await read(`/signin?next=${encodeURIComponent(typed)}`);
  assert.ok(signIn.includes(`"/signin/password?${parameter}"`), signIn);
  assert.ok((await read(`/signin/code?${parameter}`)).includes(`"/signin?${parameter}"`));
  const forgot = await read(`/signin/password?${parameter}`);
  assert.ok(forgot.includes(`name="next" value="${next}"`), forgot);
  assert.ok(forgot.includes(`"/signin?${parameter}"`), forgot);

  await submit('/signin/password', { email, next });
  const isSent = async () => (await emailsIn(service.dataDir)).some(({ to }) => to === email);
  await until(isSent);
  const mail = (await emailsIn(service.dataDir)).find(({ to }) => to === email)?.text ?? '';
  const link = new URL(/https?:\/\/\S+/.exec(readEmail(mail).text)?.[0] ?? '');
  assert.equal(link.searchParams.get('next'), next);
  const token = link.searchParams.get('token') ?? '';
  const set = await submit('/signin/password', { token, next, password: 'a new password of mine' });
  assert.equal(set.headers.get('location'), `/signin?reset=1&${parameter}`);
});

test('a link that has expired says so, and leads on to its page', async () => {
  verifies('DEC-SIGNIN-16');
  const link = `${service.url}/api/auth/verify-email?token=none&callbackURL=%2Foperator`;
  const answer = await fetch(link, { redirect: 'manual' });
  assert.equal(answer.headers.get('location'), `${service.url}/signin?link=expired&next=%2Foperator`);
  assert.match(await (await fetch(link)).text(), /used or has expired[\s\S]*name="next" value="\/operator"/);
});

test('a wrong password is refused with a page that does not repeat it, and too many are limited', async () => {
  await signUp('dee@example.com');
  const wrong = { mode: 'in', email: 'dee@example.com', password: 'not-the-password', next: '/activate' };
  const answer = await submit('/signin', wrong);
  assert.equal(answer.status, 401);
  const text = await answer.text();
  assert.match(text, /address or the password is wrong/);
  assert.ok(!text.includes('not-the-password'));
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await submit('/signin', wrong)).status),
  );
  assert.ok(statuses.includes(429));
});

test('user codes are limited, right or wrong', async () => {
  const { body: claim } = await startClaim(service, {}, '203.0.113.99');
  const person = await signUp('eve@example.com');
  const openActivation = async (code: string, from: string) => {
    const headers = { ...person, 'x-forwarded-for': from };
    return (await fetch(`${service.url}/activate?user_code=${code}`, { headers })).text();
  };
  for (let i = 0; i < 60; i++) await openActivation('BCDFGHJK', `198.51.100.${i}`);
  assert.match(await openActivation(claim.user_code, '198.51.100.200'), /Too many codes/);
  clock.advance(15 * 60_000 - 1000);
  assert.match(await openActivation(claim.user_code, '198.51.100.200'), /Too many codes/);
});

test('a form with a NUL is refused with the remedy', async () => {
  verifies('DEC-REQUEST-06');
  for (const [path, fields, field] of [
    ['/signin', { mode: 'in', email: 'a\0@example.com', password: PASSWORD }, 'email'],
    ['/signin/password', { email: '\0' }, 'email'],
    ['/signin', { 'a\0': '' }, 'a\0'],
  ] as const) {
    const answer = await submit(path, fields);
    assert.equal(answer.status, 400, path);
    const { issues } = (await answer.json()) as { issues: unknown };
    assert.deepEqual(issues, [{ path: field, message: 'contains a NUL character' }]);
  }
});

test('pages allow no frame, no cache and no script but the one for passkeys', async () => {
  for (const [path, script] of [
    ['/signin?mode=up', undefined],
    ['/signin', "script-src 'self'"],
  ] as const) {
    const answer = await fetch(service.url + path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /base-uri 'none';.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(/script-src [^;]*/.exec(policy)?.[0], script);
    assert.doesNotMatch(await answer.text(), /<script(?![^>]* src="\/signin\/passkey\.js")|\son\w+=/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin');
  }
});

test('a decision about an expired claim is refused with a page', async () => {
  const { body: claim } = await startClaim(service, {}, '203.0.113.98');
  const account = await service.account();
  const person = await signUp('fay@example.com');
  assert.ok(await decide(service, clock, claim, account.id));
  const fields = { user_code: claim.user_code, decision: 'denied' };
  const answer = await submit('/activate/decide', fields, person);
  assert.equal(answer.status, 404);
  assert.match(await answer.text(), /No open request has this code/);
});
