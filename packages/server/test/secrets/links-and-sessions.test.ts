import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/secrets/rotate-key.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { type RotatedService, startRotatedService } from '../support/rotated-service.ts';
import { nextCodeOf, setUpApp } from '../support/second-factor.ts';
import { type SmtpScene, startSmtp } from '../support/smtp.ts';

const PASSWORD = 'correct horse battery';

let rotated: RotatedService;
before(async () => {
  rotated = await startRotatedService({ KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' });
});
after(() => rotated.stop());

const statusOf = async (url: string): Promise<number> => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
};

const signIn = (browser: CookieBrowser, mode: 'in' | 'up', email: string) =>
  browser.submit('/signin', { mode, email, password: PASSWORD, age: 'yes', next: '/account/key' });

async function signUp(email: string): Promise<CookieBrowser> {
  const browser = cookieBrowser(rotated.service);
  assert.equal((await signIn(browser, 'up', email)).status, 303);
  return browser;
}

const hasSession = async (browser: CookieBrowser): Promise<boolean> => {
  const session = (await (await browser.console('GET', '/session')).json()) as { signed_in: boolean };
  return session.signed_in;
};

test('a link goes on until it expires, new links have the new key, and the former key ends', async () => {
  verifies('DEC-SECRET-02', 'DEC-SECRET-03', 'DEC-SECRET-04');
  const { service } = rotated;
  const customer = await service.account();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  const link = async () => (await customer.get(`/v1/jobs/${body.job_id}`)).body.result_url as string;
  const made = await link();
  assert.equal(new URL(made).searchParams.get('kid'), '1');
  const [first] = await rotated.versions('links');
  assert.ok(first !== undefined);

  await rotated.rotate('links');
  assert.equal(await statusOf(made), 200);
  const next = await link();
  assert.notEqual(new URL(next).searchParams.get('kid'), '1');
  assert.equal(await statusOf(next), 200);
  assert.equal(await rotated.statusOfLink(first), 200);

  const file = await readFile(path.join(rotated.dataDir, 'secrets.json'), 'utf8');
  assert.doesNotMatch(file, /urlSigningKey/, 'a server of the former version refuses the file');

  await rotated.keepAfter(2);
  assert.equal(await rotated.statusOfLink(first), 404, 'whatever expiry it was signed with');
  assert.ok((await rotated.versions('links')).every(({ version }) => version !== 1));
});

test('a key that signs later is honoured before, when another server signs with it', async () => {
  verifies('DEC-SECRET-06');
  const { service, dataDir, clock } = rotated;
  const at = clock.now();
  const signsFrom = new Date(at.getTime() + 3_600_000);
  await rotateKey(service.database, dataDir, { purpose: 'links', at, signsFrom, hasLeaked: false });
  const [pending] = await rotated.versions('links');
  await until(async () => pending !== undefined && (await rotated.statusOfLink(pending)) === 200);
});

test('after a leak no link of the former key is honoured', async () => {
  verifies('DEC-SECRET-05');
  const [leaked] = await rotated.versions('links');
  assert.ok(leaked !== undefined);
  assert.equal(await rotated.statusOfLink(leaked), 200);
  await rotated.rotate('links', true);
  assert.equal(await rotated.statusOfLink(leaked), 404);
});

test('who is signed in stays signed in, and a sign-in that waits for its code goes on', async () => {
  verifies('DEC-SECRET-02', 'DEC-SECRET-04');
  const browser = await signUp('ann@example.com');
  const { secret } = await setUpApp(browser);
  const waiting = cookieBrowser(rotated.service, '203.0.113.2');
  assert.equal((await signIn(waiting, 'in', 'ann@example.com')).status, 303);
  assert.ok(!(await hasSession(waiting)));

  await rotated.rotate('sessions');
  assert.ok(await hasSession(browser));
  const code = await nextCodeOf(secret);
  assert.equal((await waiting.submit('/signin/code', { code, next: '/account/key' })).status, 303);
  assert.ok(await hasSession(waiting), 'with a cookie of the new key');

  // The session itself is dated by the system's clock, so what ends here is the former key alone.
  await rotated.keepAfter(8);
  assert.ok(!(await hasSession(browser)));
  assert.ok(await hasSession(waiting));
  assert.deepEqual(
    (await rotated.versions('sessions')).map(({ version }) => version),
    [2],
  );
  assert.equal((await browser.submit('/signin/out', {})).status, 303);
});

test('after a leak every session ends, and the browser stays known', async () => {
  verifies('DEC-SECRET-05');
  const browser = await signUp('bo@example.com');
  await browser.call('/request-password-reset', { email: 'bo@example.com' });
  const token = await resetToken();
  await rotated.rotate('sessions', true);
  assert.ok(!(await hasSession(browser)));
  assert.deepEqual(await rotated.service.database.query('select from auth_sessions'), []);
  // The cookie of a browser is random and signed by no key: a sign-in with it is not announced as a new device.
  const announced = () =>
    rotated.service.database.query(
      `select from graphile_worker._private_jobs where payload::text like '%new_sign_in%' and payload::text like '%bo@%'`,
    );
  const before = (await announced()).length;
  // Nor does a key sign a link that sets a password.
  const reset = await browser.call('/reset-password', { token, newPassword: PASSWORD });
  assert.equal(reset.status, 200, await reset.text());
  await signIn(browser, 'in', 'bo@example.com');
  assert.ok(await hasSession(browser));
  assert.equal((await announced()).length, before);
});

/** The token of the link that sets a password, in the only email that has one. */
async function resetToken(): Promise<string> {
  const folder = path.join(rotated.dataDir, 'mail');
  let token: string | undefined;
  await until(async () => {
    const texts = await Promise.all(
      (await readdir(folder).catch(() => [])).map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    const text = texts.join('\n').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    [, token] = /\/signin\/password\?token=([\w-]+)/.exec(text) ?? [];
    return token !== undefined;
  });
  return token ?? '';
}

async function linkIn(smtp: SmtpScene, index: number): Promise<string> {
  await until(() => smtp.received.length > index);
  const text = (smtp.received[index] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
}

test('a link that confirms an address goes on, and ends after a leak', async (context) => {
  verifies('DEC-SECRET-04', 'DEC-SECRET-05');
  const smtp = await startSmtp();
  const confirming = await startRotatedService({ SMTP_URL: smtp.url });
  context.after(async () => {
    await confirming.stop();
    await smtp.close();
  });
  const [cy, dee] = [cookieBrowser(confirming.service), cookieBrowser(confirming.service)];
  await signIn(cy, 'up', 'cy@example.com');
  const first = await linkIn(smtp, 0);
  await signIn(dee, 'up', 'dee@example.com');
  const second = await linkIn(smtp, 1);
  await confirming.rotate('sessions');
  await cy.open(first);
  assert.ok(cy.isSignedIn());
  await confirming.rotate('sessions', true);
  await dee.open(second);
  assert.ok(!dee.isSignedIn());
});
