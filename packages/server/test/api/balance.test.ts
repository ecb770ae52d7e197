import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

function grant(account: TestAccount, cents: number): Promise<string> {
  return service.database.transaction((tx) => grantBalance(tx, account.id, cents, clock.now()));
}

/** The spent part of each purchase, oldest first. */
async function spent(account: TestAccount): Promise<number[]> {
  const { body } = await account.get('/v1/me/balance');
  const purchases: { spent_cents: number }[] = body.purchases;
  return purchases.map(({ spent_cents: cents }) => cents).reverse();
}

test('the balance has exactly the fields of the contract', async () => {
  verifies('V1-BALANCE-01', 'V1-BALANCE-02', 'V1-BALANCE-03', 'DEC-ANSWER-01', 'DEC-ANSWER-02');
  const customer = await service.account(2500);
  const { status, body, headers } = await customer.get('/api/v1/me/balance');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(balanceSchema.safeParse(body).success);
  const [{ id }] = body.purchases;
  assert.deepEqual(body, {
    balance_cents: 2500,
    auto_recharge: { enabled: false, amount_usd: null, threshold_cents: 200, declined_at: null },
    monthly_cap_cents: 5000,
    purchases: [
      {
        id,
        amount_cents: 2500,
        spent_cents: 0,
        refundable_until: null,
        refunded_at: null,
        purchased_at: '2031-03-05T12:00:00.000Z',
        source: 'checkout',
      },
    ],
  });
});

test('an account that never paid has no balance and no purchases', async () => {
  verifies('V1-BALANCE-01', 'V1-BALANCE-03');
  const { body } = await (await service.account(0)).get('/v1/me/balance');
  assert.deepEqual([body.balance_cents, body.purchases], [0, []]);
});

test('the latest ten purchases are listed, newest first', async () => {
  verifies('DEC-ANSWER-03');
  const customer = await service.account(0);
  for (let cents = 1; cents <= 12; cents++) {
    clock.advance(1000);
    await grant(customer, cents);
  }
  const { body } = await customer.get('/v1/me/balance');
  assert.equal(body.balance_cents, 78);
  assert.deepEqual(
    body.purchases.map((purchase: { amount_cents: number }) => purchase.amount_cents),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
  );
});

test('purchases are spent oldest first, and released to the purchases they came from', async () => {
  verifies('DEC-FUNDING-04', 'DEC-FUNDING-05', 'V1-BALANCE-03', 'V1-STATE-05');
  const customer = await service.account(0);
  for (const cents of [7, 4, 100]) {
    clock.advance(1000);
    await grant(customer, cents);
  }
  const accept = () => customer.post('/v1/images/generate', { prompt: 'x' });
  await accept();
  assert.deepEqual(await spent(customer), [5, 0, 0]);
  await accept();
  assert.deepEqual(await spent(customer), [7, 3, 0]);
  await accept();
  assert.deepEqual(await spent(customer), [7, 4, 4]);
  const [first, second, third] = [
    await takeLease(service.worker),
    await takeLease(service.worker),
    await takeLease(service.worker),
  ];
  await service.worker.fail(second, { reason: 'x', retryable: false });
  assert.deepEqual(await spent(customer), [5, 1, 4]);
  await service.worker.block(first, { category: 'x', reason: 'x' });
  assert.deepEqual(await spent(customer), [0, 1, 4]);
  await deliver(service.worker, third);
  assert.deepEqual(await spent(customer), [0, 1, 4]);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 106);
});

test('the balance never expires', async () => {
  verifies('V1-BALANCE-04');
  const customer = await service.account(500);
  clock.advance(20 * 365 * 24 * HOUR_MS);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 500);
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).status, 200);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 495);
  await deliver(service.worker, await takeLease(service.worker));
});
