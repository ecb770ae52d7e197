import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { grantBalance } from '../../src/ledger/credit.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { quoteOf } from '../support/quotes.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const REQUESTS = [
  ['/v1/images/generate', { prompt: 'x' }, 5],
  ['/v1/images/generate', { prompt: 'x', width: 2048 }, 8],
  ['/api/v1/videos/generate', { prompt: 'x' }, 50],
  ['/api/v1/videos/generate', { prompt: 'x', mode: 'cinema' }, 350],
] as const;

test('an account that never paid gets 402 payment_required', async () => {
  verifies('V1-AUTH-05', 'DEC-FUNDING-01', 'V1-STATE-03');
  const customer = await service.account(0);
  for (const [path, request] of REQUESTS) {
    const { status, body } = await assertUntouched(service, customer, () => customer.post(path, request));
    assert.equal(status, 402);
    assert.deepEqual(body, {
      error: 'This account has not paid for API access yet; add a balance or buy a plan to start.',
      code: 'payment_required',
    });
    assert.deepEqual((await quoteOf(customer, path, request)).body, body);
  }
});

test('a balance that does not cover the price gets 402 balance_insufficient', async () => {
  verifies('V1-BALANCE-05', 'V1-ERROR-06', 'V1-ERROR-07', 'DEC-ERROR-05', 'DEC-FUNDING-01', 'V1-STATE-03');
  const customer = await service.account(4);
  for (const [path, request, cents] of REQUESTS) {
    const { status, body } = await assertUntouched(service, customer, () => customer.post(path, request));
    assert.equal(status, 402);
    assert.deepEqual(Object.keys(body), ['error', 'code', 'balance_cents', 'cost_cents', 'top_up']);
    assert.equal(body.code, 'balance_insufficient');
    assert.equal(body.balance_cents, 4);
    assert.equal(body.cost_cents, cents);
    assert.equal(body.top_up, `${service.url}/account/top-up`);
    assert.ok(body.error.includes(`${(cents / 100).toFixed(2)} USD`) && body.error.includes('0.04 USD'));
    assert.deepEqual((await quoteOf(customer, path, request)).body, body);
  }
  await assert.rejects(takeLease(service.worker, { wait_ms: 0 }), /there is no job to lease/);
});

test('a balance of exactly the price is enough, and one cent less is not', async () => {
  verifies('V1-BALANCE-05', 'V1-STATE-04');
  const customer = await service.account(50);
  assert.equal((await customer.post('/v1/videos/generate', { prompt: 'x' })).status, 200);
  const { status, body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  assert.deepEqual([status, body.code, body.balance_cents], [402, 'balance_insufficient', 0]);
  await takeLease(service.worker);
});

test('a refused request is not charged later, after a top-up', async () => {
  verifies('V1-ERROR-07');
  const customer = await service.account(4);
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).status, 402);
  await service.database.transaction((tx) => grantBalance(tx, customer.id, 100, new Date()));
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 104);
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).status, 200);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 99);
  await takeLease(service.worker);
});

test('of a hundred concurrent requests exactly as many are accepted as the balance covers', async () => {
  verifies('V1-BALANCE-05', 'V1-STATE-04', 'V1-ERROR-06');
  const customer = await service.account(63);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => customer.post('/v1/images/generate', { prompt: 'x' })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 12);
  for (const { status, body } of answers) {
    if (status !== 200) assert.deepEqual([body.code, body.balance_cents], ['balance_insufficient', 3]);
  }
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 3);
  for (let i = 0; i < 12; i++) await takeLease(service.worker);
  await assert.rejects(takeLease(service.worker, { wait_ms: 0 }), /there is no job to lease/);
});

test('a missing payment is reported only for a valid request', async () => {
  verifies('V1-MODE-11', 'V1-ERROR-02');
  for (const cents of [0, 4]) {
    const customer = await service.account(cents);
    assert.equal((await customer.post('/v1/images/generate', { prompt: 'x', width: 1 })).status, 400);
    const refused = await customer.post('/v1/videos/generate', {
      prompt: 'x',
      mode: 'quality',
      duration: 6,
    });
    assert.deepEqual([refused.status, refused.body.code], [400, 'mode_duration_unsupported']);
  }
});
