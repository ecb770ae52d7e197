import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { banAccount } from '../../src/accounts/ban-account.ts';
import { removeSecondFactors } from '../../src/accounts/second-factor/second-factors.ts';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { newId } from '../../src/kernel/ids.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { ASK, callsWith } from '../support/job-api.ts';
import { type SmtpScene, startSmtp } from '../support/smtp.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A thief who has an access token when its session ends. */

const PASSWORD = 'correct horse battery';
const NEW = 'another horse battery';

let smtp: SmtpScene;
let service: TestApp;
/** Another server of the same service. */
let other: App;
before(async () => {
  smtp = await startSmtp();
  const environment = { SMTP_URL: smtp.url, KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' };
  service = await startTestApp({ environment });
  const config = readConfig({
    ...environment,
    KINORA_PORT: '0',
    KINORA_DATA_DIR: service.dataDir,
    DATABASE_URL: service.connectionString,
    KINORA_STOP_LINGER_SECONDS: '0',
  });
  other = await startApp(config, pino({ level: 'silent' }));
});
after(async () => {
  await other.stop();
  await service.stop();
  await smtp.close();
});

interface Person {
  readonly id: string;
  readonly email: string;
  readonly browser: CookieBrowser;
}

let networks = 0;
const elsewhere = (): CookieBrowser => {
  networks += 1;
  return cookieBrowser(service, `198.51.100.${networks}`);
};

async function signUp(): Promise<Person> {
  const browser = elsewhere();
  const email = `ended-${networks}@example.com`;
  const fields = { mode: 'up', email, password: PASSWORD, age: 'yes', next: '/account/key' };
  assert.equal((await browser.submit('/signin', fields)).status, 200);
  // As if the link had been opened.
  const [row] = await service.database.query<{ id: string }>(
    'update auth_users set email_verified = true where email = $1 returning id',
    [email],
  );
  await signIn(browser, email);
  return { id: row?.id ?? '', email, browser };
}

async function signIn(browser: CookieBrowser, email: string): Promise<void> {
  await browser.submit('/signin', { mode: 'in', email, password: PASSWORD, next: '/account/key' });
  assert.ok(browser.isSignedIn());
}

const tokenOf = async (browser: CookieBrowser): Promise<string> =>
  ((await (await browser.open('/api/auth/token')).json()) as { token: string }).token;

/** The statuses of a poll, an order and a look at the account, on both servers. */
async function statusesOf(token: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const url of [service.url, other.url]) {
    const calls = callsWith({ ...service, url }, token);
    statuses.push((await calls.job(newId())).status);
    statuses.push((await calls.generate({ ...ASK, type: 'nothing' })).status);
    statuses.push((await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status);
  }
  return statuses;
}

const LIVE = [404, 400, 200, 404, 400, 200];
const all = (status: number): number[] => Array(6).fill(status);

async function reset({ email }: Person): Promise<void> {
  const browser = elsewhere();
  await browser.submit('/signin/password', { email });
  const isLink = (mail: string) => mail.includes(`To: ${email}`) && mail.includes('/signin/password?token');
  await until(() => smtp.received.some(isLink));
  const text = (smtp.received.find(isLink) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
  const set = await browser.submit('/signin/password', { token, password: NEW });
  assert.equal(set.status, 303, `${token} ${await set.text()}`);
}

/** Each way a session ends, from the browser of the session or from another one of the same person. */
const ENDS: Readonly<Record<string, (person: Person, another: CookieBrowser) => Promise<unknown>>> = {
  'signing out': (_, another) => another.call('/sign-out', {}),
  'signing out on the page': (_, another) => another.submit('/signin/out', {}),
  'ending it elsewhere': async ({ browser }) => {
    const { sessions } = (await (await browser.console('GET', '/sessions')).json()) as {
      sessions: { id: string; current: boolean }[];
    };
    const [ended] = sessions.filter(({ current }) => !current);
    return browser.console('DELETE', `/sessions/${ended?.id}`);
  },
  'ending all others': ({ browser }) => browser.console('POST', '/sessions/end-others'),
  'a new password': ({ browser }) =>
    browser.console('POST', '/password', { current_password: PASSWORD, new_password: NEW }),
  'a new password by link': reset,
  'removed second factors': ({ id }) =>
    service.database.transaction((tx) => removeSecondFactors(tx, id, new Date())),
  'the end of its life': ({ id }) =>
    service.database.query(`update auth_sessions set expires_at = now() where user_id = $1`, [id]),
};

for (const [name, end] of Object.entries(ENDS)) {
  test(`an access token is refused on every server after ${name}`, async () => {
    verifies('DEC-SESSION-09');
    const person = await signUp();
    const another = elsewhere();
    await signIn(another, person.email);
    const token = await tokenOf(another);
    assert.deepEqual(await statusesOf(token), LIVE);
    await end(person, another);
    assert.deepEqual(await statusesOf(token), all(401));
  });
}

test('an access token is refused on every server after a ban and after the deletion of its account', async () => {
  verifies('DEC-SESSION-09');
  const banned = await signUp();
  const bannedToken = await tokenOf(banned.browser);
  assert.deepEqual(await statusesOf(bannedToken), LIVE);
  await service.database.transaction((tx) => banAccount(tx, banned.id, 'a test', new Date()));
  assert.deepEqual(await statusesOf(bannedToken), all(403));
  const deleted = await signUp();
  const token = await tokenOf(deleted.browser);
  const answer = await deleted.browser.console('POST', '/data/deletion', {
    password: PASSWORD,
    email: deleted.email,
    forfeit_balance_cents: 0,
  });
  assert.ok(answer.status < 300, await answer.clone().text());
  assert.deepEqual(await statusesOf(token), all(401));
});

test('the end of one session leaves the tokens of another alone', async () => {
  verifies('DEC-SESSION-09');
  const { email, browser } = await signUp();
  const another = elsewhere();
  await signIn(another, email);
  const token = await tokenOf(browser);
  await another.call('/sign-out', {});
  assert.deepEqual(await statusesOf(token), LIVE);
  // Nor does a new token of the session: it is the same session.
  await browser.console('POST', '/confirm', { password: PASSWORD });
  assert.deepEqual(await statusesOf(token), LIVE);
});
