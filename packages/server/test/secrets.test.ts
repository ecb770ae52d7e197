import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { newApiKey } from '../src/access/api-key.ts';
import { sha256 } from '../src/kernel/ids.ts';
import { type FaultScene, setFaultScene } from './faults/fault-scene.ts';
import { until } from './support/deadline.ts';
import { readEmail } from './support/read-email.ts';
import { kinora, type ServiceProcess } from './support/service-process.ts';
import { send, TEST_USER_AGENT } from './support/test-app.ts';

const PASSWORD = 'a very secret passphrase';
const NEXT_PASSWORD = 'another, as secret as the first';
const DECLINED = '4000000000000002';
const ASKS_BANK = '4000002500003155';
/** A real card number, typed into the sandbox by mistake. */
const OWN_CARD = '5105105105105100';
const EMAIL = 'ann@example.com';
const HEADERS = { 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };

type Secrets = Record<string, string>;

/** A service whose logs, emails and error responses are recorded. */
interface Watched {
  readonly scene: FaultScene;
  readonly service: ServiceProcess;
  readonly errors: string[];
  refused(path: string, init: RequestInit, ...statuses: number[]): Promise<void>;
}

async function watch(scene: FaultScene): Promise<Watched> {
  const service = await scene.start(['--no-worker'], {
    KINORA_LOG_LEVEL: 'trace',
    KINORA_PAYMENTS: 'sandbox',
  });
  const errors: string[] = [];
  return {
    scene,
    service,
    errors,
    async refused(path, init, ...statuses) {
      const answer = await send(service.url + path, init);
      assert.ok(statuses.includes(answer.status), `${path}: ${answer.status} ${answer.text}`);
      errors.push(answer.text);
    },
  };
}

test('no key, code, password, token or card is in the database, the logs, the emails or the bodies of errors', async (context) => {
  const scene = await setFaultScene();
  context.after(() => scene.end());
  const watched = await watch(scene);
  const { service } = watched;
  const { browser, signedIn } = await signUp(watched);
  const { key, code } = await buyKey(watched, browser);

  const authorised = { headers: { ...HEADERS, 'x-api-key': key } };
  const body = JSON.stringify({ prompt: 'a lighthouse', width: 512, height: 512 });
  assert.equal(
    (await send(`${service.url}/v1/images/generate`, { ...authorised, method: 'POST', body })).status,
    200,
  );
  const rotate = async () => {
    const rotated = await kinora(['account', 'rotate-key', '--email', EMAIL, '--json'], scene.settings);
    return JSON.parse(rotated.output).api_key as string;
  };
  // The key of the terminal stays; the account's own is replaced.
  const [replaced, next] = [await rotate(), await rotate()];
  await watched.refused('/v1/usage', { headers: { ...HEADERS, 'x-api-key': replaced } }, 401);
  const unknown = newApiKey().key;
  await watched.refused('/v1/usage', { headers: { ...HEADERS, 'x-api-key': unknown } }, 401);
  const resetToken = await resetPassword(watched, browser);

  const secrets: Secrets = { key, replaced, next, unknown, code, resetToken, ...signedIn };
  Object.assign(secrets, { PASSWORD, NEXT_PASSWORD, DECLINED, ASKS_BANK, OWN_CARD });
  for (const secret of Object.values(secrets)) await sendToWrongPlaces(watched, next, secret);
  const emails = await emailsOf(scene);
  assert.equal(await service.end('SIGTERM'), 0);

  const dump = await dumpOf(scene.database);
  assert.ok(dump.includes(EMAIL) && dump.includes(sha256(key).toString('hex')), 'the dump is complete');
  assert.ok(emails.includes(resetToken), 'the email contains the link');
  assert.ok(watched.errors.length > 100 && watched.errors.every((text) => text.length > 0));
  assertHidden(secrets, { database: dump, log: service.output(), errors: watched.errors.join('\n') });
  const { resetToken: _sent, ...others } = secrets;
  assertHidden(others, { emails });
});

/** Signs up, signs out, and signs in with a wrong and the right password. The cookies are secret. */
async function signUp({ service, errors, refused }: Watched) {
  const browser = openBrowser(service.url);
  const signIn = (mode: string, password: string) =>
    browser.submit('/signin', { mode, email: EMAIL, password, age: 'yes' });
  await signIn('up', PASSWORD);
  await browser.submit('/signin/out', {});
  const wrong = await signIn('in', `${PASSWORD}!`);
  assert.equal(wrong.status, 401);
  errors.push(wrong.text);
  const json = (password: string) => JSON.stringify({ email: EMAIL, password });
  const post = { method: 'POST', headers: { ...HEADERS, origin: service.url } };
  await refused('/api/auth/sign-in/email', { ...post, body: json(`${PASSWORD}?`) }, 401);
  await refused('/api/auth/sign-up/email', { ...post, body: json(PASSWORD) }, 400, 422);
  assert.equal((await signIn('in', PASSWORD)).status, 303);
  const cookie = browser.cookie('kinora.session_token');
  const accessToken = (await browser.get('/api/auth/token')).body.token as string;
  assert.equal(accessToken.split('.').length, 3);
  return { browser, signedIn: { cookie, accessToken } };
}

/** Starts a claim, pays with a declined, a real and a 3-D Secure card number, approves and polls. */
async function buyKey({ service, errors, refused }: Watched, browser: Browser) {
  const start = { method: 'POST', headers: HEADERS, body: '{}' };
  const { body: claim } = await send(`${service.url}/v1/pay/start`, start);
  const fields = { user_code: claim.user_code };
  const { location } = await browser.submit('/activate/pay', { ...fields, order: '10' });
  const checkout = new URL(location).pathname;
  const pay = (number: string) =>
    browser.submit(`${checkout}/pay`, { number, expiry: '12 / 34', cvc: '737' });
  // The page repeats and lists the test cards, which are not secret.
  assert.match((await pay(DECLINED)).text, /declined/i);
  const declined = await pay(OWN_CARD);
  assert.equal(declined.status, 422);
  errors.push(declined.text.replaceAll(/\d{4}( \d{4}){3}/g, 'a test card of the list'));
  assert.equal((await pay(ASKS_BANK)).location, checkout);
  await browser.submit(`${checkout}/bank`, { outcome: 'confirm' });
  await browser.submit('/activate/decide', { ...fields, decision: 'approved' });
  const claimPath = new URL(claim.claim_url).pathname;
  await refused(`${claimPath}x`, { headers: HEADERS }, 404);
  await refused(`${claimPath}/more`, { headers: HEADERS }, 404);
  await refused(claimPath, { method: 'DELETE', headers: HEADERS }, 405);
  const { body: ready } = await send(claim.claim_url, { headers: HEADERS });
  assert.equal(ready.status, 'ready');
  return { key: ready.api_key as string, code: claim.code as string };
}

async function resetPassword({ scene, errors }: Watched, browser: Browser): Promise<string> {
  await browser.submit('/signin/password', { email: EMAIL });
  // A background task writes the email.
  await until(async () => (await emailsOf(scene)).includes('token='));
  const token = /password\?token=([\w-]+)/.exec(await emailsOf(scene))?.[1] ?? '';
  const set = (password: string) => browser.submit('/signin/password', { token, password });
  errors.push((await set('short')).text.replace(token, 'the field that contains it'));
  assert.equal((await set(NEXT_PASSWORD)).location, '/signin?reset=1&next=%2Fstudio');
  errors.push((await set(NEXT_PASSWORD)).text);
  return token;
}

/** Secrets sent in the wrong place. Each request is refused without repeating the secret. */
async function sendToWrongPlaces({ refused }: Watched, key: string, secret: string): Promise<void> {
  const inPath = encodeURIComponent(secret);
  const headers = { ...HEADERS, 'x-api-key': key };
  for (const path of [
    `/${inPath}`,
    `/v1/${inPath}`,
    `/api/v1/pay/claim/${inPath}/x`,
    `/v1/usage/${inPath}`,
  ]) {
    await refused(path, { headers: HEADERS }, 404, 401);
    await refused(`${path}%zz`, { headers: HEADERS }, 400, 404);
  }
  await refused(`/v1/jobs/${inPath}`, { headers }, 404);
  await refused(`/v1/usage?api_key=${inPath}`, { headers: HEADERS }, 401);
  await refused(`/files/${inPath}?signature=${inPath}`, { headers: HEADERS }, 403, 404);
  const post = { method: 'POST', headers };
  const generate = (body: unknown) =>
    refused('/v1/images/generate', { ...post, body: JSON.stringify(body) }, 400);
  await generate({ prompt: 'x', api_key: secret });
  await generate({ prompt: 'x', width: secret, height: secret, seed: secret });
  await generate({ prompt: [secret] });
  await generate(secret);
  await refused('/v1/videos/generate', { ...post, body: JSON.stringify({ prompt: 'x', mode: secret }) }, 400);
  const start = JSON.stringify({ plan: secret, interval: secret, amount_usd: secret });
  await refused('/v1/pay/start', { ...post, body: start }, 400);
  for (const text of [secret, `{"prompt": ${secret}}`, `{"prompt": "x"} ${secret}`]) {
    await refused('/v1/images/generate', { ...post, body: text }, 400);
  }
  await refused(
    '/v1/images/generate',
    { method: 'POST', headers: { ...headers, 'idempotency-key': `${secret}\u00e9` }, body: '{"prompt":"x"}' },
    400,
  );
}

function assertHidden(secrets: Secrets, places: Readonly<Record<string, string>>): void {
  for (const [what, secret] of Object.entries(secrets)) {
    const bytes = Buffer.from(secret);
    const forms = [secret, encodeURIComponent(secret), bytes.toString('hex'), bytes.toString('base64')];
    for (const [where, text] of Object.entries(places)) {
      for (const form of forms) {
        const at = text.indexOf(form);
        assert.equal(
          at,
          -1,
          `the ${what} is in the ${where}: ${text.slice(Math.max(0, at - 200), at + 100)}`,
        );
      }
    }
  }
}

test('a session row from the database does not allow signing in: the cookie is signed with a secret outside the database', async (context) => {
  const scene = await setFaultScene();
  context.after(() => scene.end());
  const watched = await watch(scene);
  const { browser } = await signUp(watched);
  const accountOf = (cookie: string) =>
    fetch(`${watched.service.url}/account/key`, {
      redirect: 'manual',
      headers: { cookie: `kinora.session_token=${cookie}` },
    });
  assert.equal((await accountOf(browser.cookie('kinora.session_token'))).status, 200);
  const sessions = await scene.database.query<{ token: string }>('select token from auth_sessions');
  assert.ok(sessions.length > 0);
  for (const { token } of sessions) {
    for (const forged of [token, `${token}.`, `${token}.${sha256(token).toString('base64')}`]) {
      assert.equal((await accountOf(encodeURIComponent(forged))).status, 303, 'redirected to sign in');
    }
  }
});

type Browser = ReturnType<typeof openBrowser>;

/** Posts forms and keeps cookies. */
function openBrowser(url: string) {
  const cookies = new Map<string, string>();
  async function request(path: string, init: RequestInit) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url + path, { redirect: 'manual', ...init, headers: { origin: url, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/);
      cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get('location') ?? '', text };
  }
  return {
    submit: (path: string, fields: Record<string, string>) =>
      request(path, { method: 'POST', body: new URLSearchParams(fields) }),
    async get(path: string) {
      return { body: JSON.parse((await request(path, {})).text) };
    },
    cookie: (name: string) => cookies.get(name) ?? assert.fail(`there is no cookie ${name}`),
  };
}

async function emailsOf({ settings }: FaultScene): Promise<string> {
  const folder = path.join(settings.KINORA_DATA_DIR ?? '', 'mail');
  const names = await readdir(folder).catch(() => []);
  const whole = names.filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
  const emails = await Promise.all(whole.map((name) => readFile(path.join(folder, name), 'utf8')));
  // As they are stored, and as they are read: lines of a stored one are wrapped.
  return emails.flatMap((source) => [readEmail(source).text, source]).join('\n');
}

/** Every row of every table, as text. */
async function dumpOf(database: { query<Row>(sql: string): Promise<Row[]> }): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(tables.length > 20);
  const rows = await Promise.all(
    tables.map(({ name }) => database.query<{ row: string }>(`select t::text as row from ${name} as t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
