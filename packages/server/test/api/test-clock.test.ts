import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '@kinora/program/setting';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';
import { sendRaw } from '../support/raw-http.ts';
import { createReader } from '../support/reader.ts';
import { signUp } from '../support/signed-in.ts';
import { send, startTestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';

function set(url: string, body: unknown) {
  return send(`${url}/operator/test-clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('KINORA_TEST_CLOCK=1 allows setting the clock, which continues from the new time', async () => {
  verifies('DEC-SETTING-15');
  const service = await startTestApp({ environment: { KINORA_TEST_CLOCK: '1' } });
  const { status, body } = await set(service.url, { now: '2027-02-28T23:59:59.000Z' });
  assert.equal(status, 200);
  assert.match(body.now, /^2027-02-28T23:59:59|^2027-03-01T00:00/);
  const account = await service.account();
  await set(service.url, { now: '2031-05-31T12:00:00+02:00' });
  assert.equal((await account.get('/v1/usage')).body.month_start, '2031-05-01');
  assertInvalid(await set(service.url, { now: 'tomorrow' }), 'now', /a time such as/);
  assertInvalid(await set(service.url, {}), 'now', /required|a time such as/);
  await service.stop();
});

test('the command of the documentation sets the clock', async (t) => {
  verifies('DEC-SETTING-15', 'DEC-DOCS-04');
  const service = await startTestApp({ environment: { KINORA_TEST_CLOCK: '1' } });
  const reader = await createReader({});
  t.after(async () => {
    await reader.leave();
    await service.stop();
  });
  reader.placeholders.set('http://127.0.0.1:8787', service.url);
  const [block] = blocksFor('docs/payments.md', 'api/test-clock');
  assert.ok(block !== undefined);
  assert.match(await reader.run(block), /"now":"2027-03-01T00:00/);
});

test('only this machine can set the clock', async (t) => {
  verifies('DEC-SETTING-15', 'DEC-SETTING-19');
  const service = await startTestApp({
    environment: { KINORA_TEST_CLOCK: '1', KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
  t.after(() => service.stop());
  const from = async (more: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', ...more };
    const init = { method: 'PUT', headers, body: '{"now":"2031-05-31T12:00:00Z"}' };
    return (await send(`${service.url}/operator/test-clock`, init)).status;
  };
  const away = { 'x-forwarded-for': '203.0.113.7' };
  const operator = await signUp(service, 'ann@example.com');
  await service.database.query('update accounts set operator = true where id = $1', [operator.accountId]);
  assert.equal(await from({}), 200);
  assert.equal(await from(away), 404);
  assert.equal(await from({ ...away, ...operator.headers }), 404, 'an operator elsewhere');
  for (const head of [
    'PUT /operator/test-clock HTTP/1.1\r\nHost: kinora.example.com',
    'PUT /operator/test-clock HTTP/1.0\r\nHost: localhost',
  ]) {
    const { status } = await sendRaw(service.url, [
      `${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ]);
    assert.equal(status, 404, head);
  }
});

test('the test clock is refused beside a public URL', () => {
  verifies('DEC-SETTING-19');
  const clock = { KINORA_TEST_CLOCK: '1' };
  const withUrl = (url: string) => readConfig({ ...clock, KINORA_PUBLIC_URL: url });
  assert.throws(() => withUrl('https://media.example.com'), ConfigError);
  assert.equal(withUrl('http://localhost:8787').testClock, true);
});

test('the test clock is refused with several server processes, each of which would have its own', () => {
  verifies('DEC-SETTING-19');
  const clock = { KINORA_TEST_CLOCK: '1' };
  assert.throws(() => readConfig({ ...clock, KINORA_PROCESSES: '2' }), ConfigError);
  assert.equal(readConfig({ ...clock, KINORA_PROCESSES: '1' }).testClock, true);
});

test('without the setting there is no such route', async () => {
  verifies('DEC-SETTING-15');
  const service = await startTestApp();
  // The address is then one of the console's pages, which is only read.
  const { status, headers } = await set(service.url, { now: '2027-02-28T23:59:59.000Z' });
  assert.equal(status, 405);
  assert.equal(headers.get('allow'), 'GET, HEAD');
  await service.stop();
});

test('the test clock is refused beside a live Stripe key', () => {
  verifies('DEC-SETTING-15');
  const settings = { KINORA_TEST_CLOCK: '1', KINORA_PAYMENTS: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
  for (const key of ['sk_live_abc', 'rk_live_abc']) {
    assert.throws(() => readConfig({ ...settings, STRIPE_SECRET_KEY: key }), ConfigError);
  }
  assert.equal(readConfig({ ...settings, STRIPE_SECRET_KEY: 'sk_test_abc' }).testClock, true);
});
