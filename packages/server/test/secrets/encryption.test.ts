import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { endEncryptionKeys, keepKeys } from '../../src/secrets/keep-keys.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { type RotatedService, startRotatedService } from '../support/rotated-service.ts';
import { setUpApp } from '../support/second-factor.ts';
import { send } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';
const EMAIL = 'ann@example.com';

let rotated: RotatedService;
let owner: CookieBrowser;
let backupCodes: string[];
before(async () => {
  rotated = await startRotatedService({ KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' });
  owner = cookieBrowser(rotated.service);
  const fields = { mode: 'up', email: EMAIL, password: PASSWORD, age: 'yes', next: '/account/key' };
  assert.equal((await owner.submit('/signin', fields)).status, 303);
  backupCodes = [...(await setUpApp(owner)).backupCodes];
});
after(() => rotated.stop());

/** What is encrypted in the database. */
async function stored(): Promise<string[]> {
  const rows = await rotated.service.database.query<{ text: string }>(
    `select secret as text from auth_two_factors union all select backup_codes from auth_two_factors
     union all select private_key from auth_signing_keys`,
  );
  return rows.map(({ text }) => text.replaceAll('"', ''));
}

/** The version of the key that encrypted each; 1 has no number, so that a server of the former version reads it. */
async function storedVersions(): Promise<number[]> {
  return (await stored()).map((text) => Number(/^\$ba\$(\d+)\$/.exec(text)?.[1] ?? 1));
}

async function newToken(): Promise<string> {
  const response = await owner.open('/api/auth/token');
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { token: string }).token;
}

/** 404 for a valid token: there is no such job. */
const statusOf = async (token: string): Promise<number> =>
  (
    await send(`${rotated.service.url}/job/01931f2a-7c3e-7001-9b7a-52c10f6ad3e4`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'kinora-tests/1.0' },
    })
  ).status;

/** Signs in with the next of the backup codes, which the database stores encrypted. */
async function signInWithCode(): Promise<void> {
  const browser = cookieBrowser(rotated.service);
  await browser.submit('/signin', { mode: 'in', email: EMAIL, password: PASSWORD, next: '/account/key' });
  const code = backupCodes.shift() ?? '';
  const answer = await browser.submit('/signin/code', { code, next: '/account/key' });
  assert.equal(answer.status, 303, await answer.text());
  assert.ok(browser.isSignedIn());
}

const keep = () =>
  keepKeys({ database: rotated.service.database, dataDir: rotated.dataDir, at: rotated.clock.now() });

test('with the key of a former version everything is written as that version reads it', async () => {
  verifies('DEC-SECRET-02');
  await newToken();
  assert.deepEqual(await storedVersions(), [1, 1, 1]);
  await signInWithCode();
});

test('codes and access tokens go on, what is stored is encrypted again, and the former key ends a day later', async () => {
  verifies('DEC-SECRET-04', 'DEC-SECRET-07');
  const token = await newToken();
  await rotated.rotate('encryption');
  await signInWithCode();
  assert.equal(await statusOf(token), 404);

  await keep();
  assert.deepEqual(await storedVersions(), [2, 2, 2]);
  assert.equal(
    (await rotated.versions('encryption')).length,
    2,
    'another server may not have the new key yet',
  );
  await signInWithCode();
  assert.equal(await statusOf(token), 404);

  await rotated.keepAfter(2);
  assert.deepEqual(
    (await rotated.versions('encryption')).map(({ version }) => version),
    [2],
  );
  await signInWithCode();
  assert.equal(await statusOf(await newToken()), 404);
});

test('a key that something still needs is kept', async () => {
  verifies('DEC-SECRET-07');
  await rotated.rotate('encryption');
  const { database } = rotated.service;
  await database.query(
    `insert into auth_signing_keys (id, public_key, private_key, created_at)
     values (gen_random_uuid(), '{}', '"$ba$2$00"', '2020-01-01')`,
  );
  await rotated.keepAfter(2);
  assert.deepEqual(
    (await rotated.versions('encryption')).map(({ version }) => version),
    [3, 2],
  );
  assert.equal((await storedVersions()).filter((version) => version === 3).length, 3);
  await database.query(`delete from auth_signing_keys where public_key = '{}'`);
  await rotated.keepAfter(0);
  assert.deepEqual(
    (await rotated.versions('encryption')).map(({ version }) => version),
    [3],
  );
});

test('after a leak codes go on, the former key ends at once, and so do the access tokens', async () => {
  verifies('DEC-SECRET-05', 'DEC-SECRET-07');
  const token = await newToken();
  assert.equal(await statusOf(token), 404);
  await rotated.rotate('encryption', true);
  const { database } = rotated.service;
  await endEncryptionKeys({ database, dataDir: rotated.dataDir, at: rotated.clock.now() });
  assert.deepEqual(
    (await rotated.versions('encryption')).map(({ version }) => version),
    [4],
  );
  assert.deepEqual(await storedVersions(), [4, 4, 4]);
  await rotated.untilRead();
  await until(async () => (await statusOf(token)) === 401);
  assert.equal(await statusOf(await newToken()), 404);
  await signInWithCode();
});
