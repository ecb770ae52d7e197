import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config.ts';
import { verifies } from '../requirements.ts';
import { send, startTestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';

function set(url: string, body: unknown) {
  return send(`${url}/operator/test-clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('KINORA_TEST_CLOCK=1 lets the time be set, and it goes on from there', async () => {
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

test('without the setting there is no such route', async () => {
  verifies('DEC-SETTING-15');
  const service = await startTestApp();
  assert.equal((await set(service.url, { now: '2027-02-28T23:59:59.000Z' })).status, 404);
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
