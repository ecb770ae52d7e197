import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import {
  COMMON_PASSWORDS,
  FINGERPRINT_BYTES,
  fingerprintOf,
  isCommonPassword,
} from '../../src/accounts/common-passwords.ts';
import { issuePasswordLink } from '../../src/accounts/password-links.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';
const REMEDY = /is one of the 100,000 most common passwords; choose another one/;
/** Ten of the list, in letter cases that it does not have. */
const COMMON = [
  '1234567890',
  'qwertyuiop',
  'passwordpassword',
  'PASSWORD123',
  'QwertyUiop',
  '1q2w3e4r5t6Y',
  'Iloveyou123',
  'administrator',
  '0123456789',
  'basketball',
];

let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
after(() => service.stop());

let networks = 0;
const elsewhere = (): CookieBrowser => {
  networks += 1;
  return cookieBrowser(service, `198.51.100.${networks}`);
};

const signUp = (browser: CookieBrowser, email: string, password: string) =>
  browser.submit('/signin', { mode: 'up', email, password, age: 'yes', next: '/account/key' });

/** Asserts a 400 that names the field and says what to do. */
async function assertRefused(answer: Response, field: string, what: string, remedy = REMEDY): Promise<void> {
  const { code, issues } = (await answer.json()) as {
    code: string;
    issues: { path: string; message: string }[];
  };
  assert.deepEqual([answer.status, code, issues[0]?.path], [400, 'invalid_request', field], what);
  assert.match(issues[0]?.message ?? '', remedy);
}

test('a common password is refused wherever one is set, in any letter case', async () => {
  verifies('DEC-SIGNIN-12');
  for (const password of COMMON) {
    const body = { name: '', email: 'common@example.com', password };
    await assertRefused(await elsewhere().call('/sign-up/email', body), 'password', password);
    const page = await signUp(elsewhere(), 'common@example.com', password);
    assert.equal(page.status, 422);
    assert.match(await page.text(), REMEDY);
  }
  const people = await service.database.query(`select from auth_users where email = 'common@example.com'`);
  assert.equal(people.length, 0);

  const email = 'setting@example.com';
  const owner = elsewhere();
  assert.equal((await signUp(owner, email, PASSWORD)).status, 303);
  for (const password of COMMON.slice(0, 3)) {
    const change = { current_password: PASSWORD, new_password: password };
    await assertRefused(await owner.console('POST', '/password', change), 'new_password', password);
  }
  const [person] = await service.database.query<{ id: string }>(
    'select id from auth_users where email = $1',
    [email],
  );
  const { database, url: baseUrl } = service;
  const link = new URL(await issuePasswordLink(database, baseUrl, person?.id ?? ''));
  const token = link.searchParams.get('token') ?? '';
  for (const password of COMMON.slice(0, 3)) {
    const reset = await elsewhere().call('/reset-password', { token, newPassword: password });
    await assertRefused(reset, 'newPassword', password);
    const page = await elsewhere().submit('/signin/password', { token, password });
    assert.equal(page.status, 422);
    assert.match(await page.text(), REMEDY);
  }
  assert.equal((await signUp(elsewhere(), 'other@example.com', `${PASSWORD} 1`)).status, 303);
  const set = await elsewhere().submit('/signin/password', { token, password: 'staple battery horse' });
  assert.equal(set.status, 303, 'a refused password has not used up the link');
});

test('a password of the own address or of the service is refused wherever one is set', async () => {
  verifies('DEC-SIGNIN-13');
  const remedy = /is made of the name of this service or of your own name or address; choose another one/;
  const email = 'magda.olszewska@brauhaus.example';
  const personal = [
    'magdaolszewska',
    'Olszewska1987!',
    'Brauhaus-2026',
    'Kinora2026!',
    'ＫＩＮＯＲＡ-admin-1',
    'magda.kinora',
  ];
  for (const password of personal) {
    const body = { name: '', email, password };
    await assertRefused(await elsewhere().call('/sign-up/email', body), 'password', password, remedy);
    const page = await signUp(elsewhere(), email, password);
    assert.equal(page.status, 422);
    assert.match(await page.text(), remedy);
  }
  const owner = elsewhere();
  assert.equal((await signUp(owner, email, 'magda brews kinora')).status, 303, 'with words of her own');
  const change = { current_password: 'magda brews kinora', new_password: 'olszewska1987' };
  const changed = await owner.console('POST', '/password', change);
  await assertRefused(changed, 'new_password', 'in the console', remedy);
  const [person] = await service.database.query<{ id: string }>(
    'select id from auth_users where email = $1',
    [email],
  );
  const link = new URL(await issuePasswordLink(service.database, service.url, person?.id ?? ''));
  const token = link.searchParams.get('token') ?? '';
  const reset = await elsewhere().call('/reset-password', { token, newPassword: 'olszewska1987' });
  await assertRefused(reset, 'newPassword', 'by a link', remedy);
  // In somebody else's password it is a word like any other.
  assert.equal((await signUp(elsewhere(), 'ann@example.com', 'Olszewska1987!')).status, 303);
});

test('the list has as many passwords as it says, in the order that they are looked up by', async () => {
  verifies('DEC-SIGNIN-12');
  const file = new URL('../../src/accounts/common-passwords.bin', import.meta.url);
  const list = await readFile(file);
  assert.equal(list.length, COMMON_PASSWORDS * FINGERPRINT_BYTES);
  for (let at = FINGERPRINT_BYTES; at < list.length; at += FINGERPRINT_BYTES) {
    const former = list.subarray(at - FINGERPRINT_BYTES, at);
    assert.ok(former.compare(list.subarray(at, at + FINGERPRINT_BYTES)) < 0, `at ${at}`);
  }
  const found = await Promise.all(COMMON.map(isCommonPassword));
  assert.deepEqual(
    found,
    COMMON.map(() => true),
  );
  const others = [
    PASSWORD,
    'staple battery horse',
    '',
    'x'.repeat(128),
    '\u0000'.repeat(10),
    '🐎'.repeat(12),
  ];
  assert.deepEqual(
    await Promise.all(others.map(isCommonPassword)),
    others.map(() => false),
  );
  assert.deepEqual(
    fingerprintOf('ＰＡＳＳＷＯＲＤ１２３'),
    fingerprintOf('password123'),
    'other forms of letters',
  );
});
