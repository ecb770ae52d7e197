import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { callsWith } from '../support/job-api.ts';
import { startKinora } from '../support/service-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A browser that somebody left signed in, weeks ago. */

const DAY_MS = 86_400_000;
let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
after(() => service.stop());

let people = 0;
async function signUp(): Promise<CookieBrowser> {
  people += 1;
  const browser = cookieBrowser(service, `198.51.100.${people}`);
  const email = `old-${people}@example.com`;
  const fields = { mode: 'up', email, password: 'correct horse battery', age: 'yes', next: '/account/key' };
  assert.equal((await browser.submit('/signin', fields)).status, 303);
  return browser;
}

/** As if this session, the latest, had begun and been used so many days earlier than it was. */
async function age({ began, used }: { began: number; used: number }): Promise<void> {
  await service.database.query(
    `update auth_sessions set created_at = created_at - $1 * interval '1 day', expires_at = expires_at - $2 * interval '1 day'
     where id = (select id from auth_sessions order by id desc limit 1)`,
    [began, used],
  );
}

/** The days that the latest session has lasted in all when it ends, and those from now on. */
async function daysOf(): Promise<{ all: number; left: number }> {
  const [row] = await service.database.query<{ created: Date; ends: Date }>(
    'select created_at as created, expires_at as ends from auth_sessions order by id desc limit 1',
  );
  const ends = row?.ends.getTime() ?? 0;
  return {
    all: Math.round((ends - (row?.created.getTime() ?? 0)) / DAY_MS),
    left: Math.round((ends - Date.now()) / DAY_MS),
  };
}

const isSignedIn = async (browser: CookieBrowser): Promise<boolean> =>
  (await browser.open('/api/console/security')).status === 200;

test('a session ends after a week without use', async () => {
  verifies('DEC-SESSION-11');
  const browser = await signUp();
  assert.deepEqual(await daysOf(), { all: 7, left: 7 });
  await age({ began: 6, used: 6 });
  assert.ok(await isSignedIn(browser));
  assert.deepEqual(await daysOf(), { all: 13, left: 7 }, 'its use renews it');
  await age({ began: 7.1, used: 7.1 });
  assert.equal(await isSignedIn(browser), false);
});

test('a session that is used ends after thirty days, with its access tokens', async () => {
  verifies('DEC-SESSION-11');
  const browser = await signUp();
  await age({ began: 26, used: 6 });
  assert.ok(await isSignedIn(browser));
  assert.deepEqual(await daysOf(), { all: 30, left: 4 });
  const { token } = (await (await browser.open('/api/auth/token')).json()) as { token: string };
  const poll = () => callsWith(service, token).job(crypto.randomUUID());
  assert.notEqual((await poll()).status, 401);
  await age({ began: 4.1, used: 0 });
  assert.equal((await poll()).status, 401);
  assert.equal(await isSignedIn(browser), false);
  assert.equal((await browser.open('/api/auth/token')).status, 401);
});

test('a token of a session cannot be guessed, at first and after a proof', async () => {
  verifies('DEC-SESSION-13');
  const tokens = async () => {
    const rows = await service.database.query<{ token: string }>('select token from auth_sessions');
    return rows.map(({ token }) => token);
  };
  const browser = await signUp();
  const first = await tokens();
  const confirmed = await browser.console('POST', '/confirm', { password: 'correct horse battery' });
  assert.equal(confirmed.status, 204);
  const all = [...first, ...(await tokens())];
  assert.equal(new Set(all).size, first.length + 1, 'the proof has replaced one of them');
  // 22 characters of base64url have 128 bits.
  for (const token of all) assert.match(token, /^[\w-]{22,}$/);
});

test('a page of who is signed in has a button to sign out', async () => {
  verifies('DEC-SESSION-12');
  const browser = await signUp();
  for (const path of ['/account/key', '/activate']) {
    assert.match(await (await browser.open(path)).text(), /action="\/signin\/out"/, path);
  }
});

test('an operator ends the sessions of one person, and no others', async () => {
  verifies('DEC-SESSION-14');
  const browser = await signUp();
  const email = `old-${people}@example.com`;
  const other = await signUp();
  const settings = { DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir };
  const command = startKinora(['account', 'end-sessions', '--email', email], settings);
  assert.equal(await command.ended(), 0, command.output());
  assert.equal(await isSignedIn(browser), false);
  assert.ok(await isSignedIn(other));
  const events = await service.database.query(
    `select from security_events where kind = 'operator_command' and details->>'command' = 'account end-sessions'`,
  );
  assert.equal(events.length, 1);
});

test('a sign-out lets the browser forget what it kept', async () => {
  verifies('DEC-SESSION-12');
  for (const leave of [
    (browser: CookieBrowser) => browser.submit('/signin/out', {}),
    (browser: CookieBrowser) => browser.call('/sign-out', {}),
  ]) {
    const browser = await signUp();
    const answer = await leave(browser);
    assert.equal(answer.headers.get('clear-site-data'), '"storage"');
    assert.equal(await isSignedIn(browser), false);
  }
});
