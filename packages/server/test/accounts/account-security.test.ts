import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { nextCodeOf, setUpApp } from '../support/second-factor.ts';
import { startKinora } from '../support/service-process.ts';
import { type SmtpScene, startSmtp } from '../support/smtp.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The password, the address and the proofs of a person, with a mail server. */

const PASSWORD = 'correct horse battery';

let smtp: SmtpScene;
let service: TestApp;
before(async () => {
  smtp = await startSmtp();
  const environment = { SMTP_URL: smtp.url, KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' };
  service = await startTestApp({ environment });
});
after(async () => {
  await service.stop();
  await smtp.close();
});

let networks = 0;
function elsewhere(): CookieBrowser {
  networks += 1;
  return cookieBrowser(service, `203.0.113.${networks}`);
}

/** The link in the latest email to an address that has the words. */
async function linkTo(address: string, words: string): Promise<string> {
  let found = '';
  await until(() => {
    const email =
      smtp.received.findLast((text) => text.includes(`To: ${address}`) && text.includes(words)) ?? '';
    found = /https?:\/\/\S+/.exec(email.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? '';
    return found !== '';
  });
  return found;
}

async function member(email: string): Promise<CookieBrowser> {
  const browser = elsewhere();
  await browser.submit('/signin', { mode: 'up', email, password: PASSWORD, age: 'yes', next: '/account' });
  await browser.open(await linkTo(email, 'confirm that this address'));
  assert.ok(browser.isSignedIn());
  return browser;
}

const bodyOf = async <Body>(answer: Response): Promise<Body> => (await answer.json()) as Body;
const codeIn = async (answer: Response) => (await bodyOf<{ code: string }>(answer)).code;
const emailOf = async (browser: CookieBrowser) =>
  (await bodyOf<{ email: string }>(await browser.console('GET', '/session'))).email;

const makeOld = (email: string) =>
  service.database.query(
    `update auth_sessions set created_at = now() - interval '2 hours', confirmed_at = null,
       second_factor_at = second_factor_at - interval '2 hours'
     where user_id = (select id from auth_users where email = $1)`,
    [email],
  );

test('a new address is used once its link was opened by the person who asked', async () => {
  verifies('DEC-SESSION-05');
  const ann = await member('ann@example.com');
  const stranger = await member('stranger@example.com');
  const taken = await ann.console('POST', '/email', { email: 'Stranger@example.com' });
  assert.equal(await codeIn(taken), 'email_taken');
  const asked = await ann.console('POST', '/email', { email: 'New@Example.com' });
  assert.deepEqual(await asked.json(), { pending: true });
  const link = await linkTo('new@example.com', 'use this address');
  assert.equal(await emailOf(ann), 'ann@example.com');
  const token = new URL(link).searchParams.get('token') ?? '';
  assert.equal((await ann.open(link)).status, 200, 'a program that opens links changes nothing');
  assert.equal((await stranger.submit('/signin/email', { token })).status, 422);
  const unknown = elsewhere();
  const sent = (await unknown.open(link)).headers.get('location');
  assert.equal(sent, `/signin?next=${encodeURIComponent(`/signin/email?token=${token}`)}`);
  assert.equal(await emailOf(ann), 'ann@example.com');
  assert.equal((await ann.submit('/signin/email', { token })).headers.get('location'), '/account/security');
  assert.equal(await emailOf(ann), 'new@example.com');
  assert.equal((await ann.submit('/signin/email', { token })).status, 422, 'once');
  await until(() => smtp.received.some((text) => /To: ann@example\.com[\s\S]*new@example\.com/.test(text)));
  const back = await unknown.submit('/signin', { mode: 'in', email: 'new@example.com', password: PASSWORD });
  assert.equal(back.status, 303);
  await makeOld('new@example.com');
  const old = await ann.console('POST', '/email', { email: 'third@example.com' });
  assert.equal(await codeIn(old), 'recent_sign_in_required');
});

test('a confirmation settles what an old session was refused, and is counted like sign-ins', async () => {
  verifies('DEC-SESSION-06');
  const bo = await member('bo@example.com');
  const { secret, usedCode } = await setUpApp(bo);
  await makeOld('bo@example.com');
  const change = () => bo.console('POST', '/security/backup-codes', {});
  assert.equal(await codeIn(await change()), 'second_factor_required');
  const offered = { password: false, code: true, backup_code: true, passkey: false };
  assert.deepEqual(await (await bo.console('GET', '/confirm')).json(), offered);
  assert.equal(await codeIn(await bo.console('POST', '/confirm', {})), 'invalid_request');
  const both = { password: PASSWORD, code: '123456' };
  assert.equal(await codeIn(await bo.console('POST', '/confirm', both)), 'invalid_request');
  assert.equal(await codeIn(await bo.console('POST', '/confirm', { code: '000000' })), 'confirmation_failed');
  const replayed = await bo.console('POST', '/confirm', { code: usedCode });
  assert.equal(await codeIn(replayed), 'confirmation_failed', 'the code that set the app up');
  assert.equal((await bo.console('POST', '/confirm', { code: await nextCodeOf(secret) })).status, 204);
  assert.equal((await change()).status, 200);
  const cara = await member('cara@example.com');
  const wrong = () => cara.console('POST', '/confirm', { password: 'not the password' });
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await wrong()).status));
  assert.ok(statuses.includes(422) && statuses.includes(429), String(statuses));
  const right = await cara.console('POST', '/confirm', { password: PASSWORD });
  assert.equal(right.status, 429, 'also with the right one');
});

test('an operator needs a second factor, sets one up, and loses it on the command line alone', async () => {
  verifies('DEC-FACTOR-04', 'DEC-FACTOR-07');
  const email = 'op@example.com';
  const operator = await member(email);
  const overview = () => operator.console('GET', '/operator/overview');
  assert.equal(await codeIn(await overview()), 'operator_only');
  await service.database.query('update accounts set operator = true where email = $1', [email]);
  assert.equal(await codeIn(await overview()), 'second_factor_required');
  await setUpApp(operator);
  assert.equal((await overview()).status, 200);
  const settings = { DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir };
  const command = startKinora(['account', 'remove-second-factors', '--email', email], settings);
  assert.equal(await command.ended(), 0, command.output());
  assert.equal((await overview()).status, 401, 'the sessions ended');
  await operator.submit('/signin', { mode: 'in', email, password: PASSWORD });
  assert.equal(await codeIn(await overview()), 'second_factor_required');
});

test('the age is asserted at sign-up or later, and recorded once', async () => {
  verifies('DEC-SESSION-07');
  const email = 'cy@example.com';
  const young = await elsewhere().submit('/signin', { mode: 'up', email, password: PASSWORD });
  assert.equal(young.status, 422);
  assert.match(await young.text(), /aged 18 or older/);
  const browser = elsewhere();
  await browser.call('/sign-up/email', { name: '', email, password: PASSWORD });
  await browser.open(await linkTo(email, 'confirm that this address'));
  const confirmed = async () =>
    (await bodyOf<{ age_confirmed: boolean }>(await browser.console('GET', '/session'))).age_confirmed;
  assert.equal(await confirmed(), false, 'the API need not ask');
  assert.equal((await browser.console('POST', '/age', { age_verified: false })).status, 400);
  assert.equal((await browser.console('POST', '/age', { age_verified: true })).status, 204);
  assert.equal(await confirmed(), true);
  const at = () => service.database.query('select age_confirmed_at from accounts where email = $1', [email]);
  const first = await at();
  await browser.console('POST', '/age', { age_verified: true });
  assert.deepEqual(await at(), first);
});
