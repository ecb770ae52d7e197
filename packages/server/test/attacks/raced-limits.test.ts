import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { codeOf } from '../support/second-factor.ts';
import { makePasskey } from '../support/software-passkey.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

/** Limits that are asked for many times at once. */

const PASSWORD = 'correct horse battery';

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

/** A person who is signed in with each of these browsers. */
async function personWith(email: string, count: number): Promise<{ id: string; browsers: CookieBrowser[] }> {
  const browsers = Array.from({ length: count }, elsewhere);
  for (const [index, browser] of browsers.entries()) {
    const mode = index === 0 ? 'up' : 'in';
    await browser.submit('/signin', { mode, email, password: PASSWORD, age: 'yes', next: '/account/key' });
    assert.ok(browser.isSignedIn());
  }
  const [row] = await service.database.query<{ id: string }>('select id from accounts where email = $1', [
    email,
  ]);
  return { id: row?.id ?? '', browsers };
}

const statusesOf = async (calls: readonly Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(calls)).map(({ status }) => status).sort();

test('passkeys that are added at once are no more than 20', async () => {
  verifies('DEC-FACTOR-11');
  const { id, browsers } = await personWith('passkeys@example.com', 8);
  await service.database.query(
    `insert into auth_passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
     select gen_random_uuid(), $1, 'Key', 'x', 'raced_' || n, 0, 'singleDevice', false, now() from generate_series(1, 16) as n`,
    [id],
  );
  await service.database.query('update auth_sessions set second_factor_at = now() where user_id = $1', [id]);
  const origin = service.url.replace('127.0.0.1', 'localhost');
  const passkeys = await Promise.all(
    browsers.map(async (browser) => {
      const options = await browser.console('POST', '/security/passkeys/options');
      assert.equal(options.status, 200);
      const { challenge } = (await options.json()) as { challenge: string };
      return makePasskey('localhost', origin, challenge);
    }),
  );
  const statuses = await statusesOf(
    browsers.map((browser, at) =>
      browser.console('POST', '/security/passkeys', { name: `Key ${at}`, response: passkeys[at] }),
    ),
  );
  assert.deepEqual(statuses, [204, 204, 204, 204, 400, 400, 400, 400]);
  const [count] = await service.database.query<{ passkeys: number; events: number }>(
    `select (select count(*) from auth_passkeys where user_id = $1) as passkeys,
       (select count(*) from security_events where account_id = $1 and kind = 'second_factor_added') as events`,
    [id],
  );
  assert.deepEqual(count, { passkeys: 20, events: 4 });
});

test('an authenticator app that is set up several times at once is one', async () => {
  const { id, browsers } = await personWith('apps@example.com', 4);
  const secrets = await Promise.all(
    browsers.map(async (browser) => {
      const started = await browser.console('POST', '/security/app');
      return ((await started.json()) as { secret: string }).secret;
    }),
  );
  const codes = await Promise.all(secrets.map(codeOf));
  await statusesOf(
    browsers.map((browser, at) => browser.console('POST', '/security/app/code', { code: codes[at] })),
  );
  const apps = await service.database.query('select from auth_two_factors where user_id = $1 and verified', [
    id,
  ]);
  assert.equal(apps.length, 1);
});

test('keys that are created at once are no more than 25', async () => {
  const { id, browsers } = await personWith('keys@example.com', 1);
  const [browser] = browsers;
  assert.ok(browser);
  const key = { scopes: ['read'] };
  const create = (n: number) => browser.console('POST', '/keys', { ...key, name: `Raced ${n}` });
  const statuses = await statusesOf(Array.from({ length: 32 }, (_, n) => create(n)));
  const [count] = await service.database.query<{ keys: number }>(
    'select count(*) as keys from api_keys where account_id = $1',
    [id],
  );
  assert.equal(count?.keys, 25, String(statuses));
});

test('claims that are opened at once are no more than five of a network', async () => {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'kinora-tests/1.0',
    'x-forwarded-for': '203.0.113.77',
  };
  const open = () => send(`${service.url}/api/v1/pay/start`, { method: 'POST', headers, body: '{}' });
  const answers = await Promise.all(Array.from({ length: 12 }, open));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(7).fill(429)]);
});
