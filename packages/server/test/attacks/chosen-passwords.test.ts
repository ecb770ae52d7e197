import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../src/accounts/credential-rules.ts';
import { issuePasswordLink } from '../../src/accounts/password-links.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A password counts as it was typed, in every way in. */

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

const signUp = (email: string, password: string) =>
  elsewhere().submit('/signin', { mode: 'up', email, password, age: 'yes', next: '/account/key' });
const signIn = (email: string, password: string) =>
  elsewhere().submit('/signin', { mode: 'in', email, password, next: '/account/key' });

test('any characters make a password, and none of them is changed or left out', async () => {
  verifies('DEC-SIGNIN-14');
  const chosen = [
    'aaaa bbbb cccc dddd',
    ' Leading and trailing ',
    'Ünïcode 🐎 Żółć ﬁ',
    '<script>&amp;%00\'"`$(x)',
    `X${'y'.repeat(PASSWORD_MAX - 2)}Z`,
  ];
  for (const [index, password] of chosen.entries()) {
    const email = `chosen-${index}@example.com`;
    assert.equal((await signUp(email, password)).status, 303, password);
    assert.equal((await signIn(email, password)).status, 303, password);
    assert.equal((await elsewhere().call('/sign-in/email', { email, password })).status, 200, password);
    for (const other of [password.toUpperCase(), `${password.slice(0, -1)}!`, `.${password.slice(1)}`]) {
      assert.equal((await signIn(email, other)).status, 401, other);
      assert.equal((await elsewhere().call('/sign-in/email', { email, password: other })).status, 401, other);
    }
  }
});

test('a password is changed by who knows the current one', async () => {
  verifies('DEC-SESSION-04');
  const browser = elsewhere();
  const email = 'changing@example.com';
  const password = 'correct horse battery';
  const fields = { mode: 'up', email, password, age: 'yes', next: '/account/key' };
  assert.equal((await browser.submit('/signin', fields)).status, 303);
  const change = (current_password: string) =>
    browser.console('POST', '/password', { current_password, new_password: 'staple battery horse' });
  const refused = await change('correct horse');
  assert.equal(((await refused.json()) as { code: string }).code, 'confirmation_failed');
  assert.equal((await signIn(email, password)).status, 303);
  assert.equal((await change(password)).status, 204);
  assert.equal((await signIn(email, 'staple battery horse')).status, 303);
});

test('the shortest password has ten characters', async () => {
  verifies('DEC-SIGNIN-14');
  const short = 'z9#Q;w2.k'.slice(0, PASSWORD_MIN - 1);
  assert.equal(PASSWORD_MIN, 10);
  assert.equal((await signUp('short@example.com', short)).status, 422);
  const body = { name: '', email: 'short@example.com', password: short };
  assert.equal((await elsewhere().call('/sign-up/email', body)).status, 400);
  assert.equal((await signUp('short@example.com', `${short}!`)).status, 303);
});

test('the link that sets a password cannot be guessed', async () => {
  verifies('DEC-SIGNIN-15');
  const { id } = await service.account();
  const links = [];
  for (let count = 0; count < 5; count++) {
    links.push(await issuePasswordLink(service.database, service.url, id));
  }
  assert.equal(new Set(links).size, links.length);
  // 22 characters of base64url have 128 bits.
  for (const link of links) assert.match(link, /\?token=[\w-]{22,}$/);
});

test('the fields for passwords are masked, and open to password managers', async () => {
  verifies('DEC-SIGNIN-14');
  for (const [path, autocomplete] of [
    ['/signin', 'current-password'],
    ['/signin?mode=up', 'new-password'],
    ['/signin/password?token=none', 'new-password'],
  ] as const) {
    const page = await (await elsewhere().open(path)).text();
    const [field = ''] = /<input[^>]*name="password"[^>]*>/.exec(page) ?? [];
    assert.match(field, /type="password"/, path);
    assert.ok(field.includes(`autocomplete="${autocomplete}"`), path);
    assert.doesNotMatch(page, /onpaste/, path);
  }
});
