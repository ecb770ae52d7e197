import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readObligations } from '../../src/account-data/read-obligations.ts';
import { countRecharge } from '../../src/funding/count-recharge.ts';
import { readTerms } from '../../src/funding/terms.ts';
import { newId } from '../../src/kernel/ids.ts';
import { listPayments } from '../../src/payments/list-payments.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import { searchEvents } from '../../src/security-log/search-events.ts';
import { until } from '../support/deadline.ts';
import { failRefund, openDispute } from '../support/fake-stripe/after-payment.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';
import type { TestAccount } from '../support/test-app.ts';

const clock = manualClock(new Date().toISOString());
let scene: StripeScene;
before(async () => {
  scene = await setStripeScene(clock);
});
after(() => scene.stop());

const balance = async (customer: TestAccount) => (await customer.get('/v1/me/balance')).body.balance_cents;
const termsOf = (customer: TestAccount) => readTerms(scene.service.database, customer.id);
const intentsOf = (customer: TestAccount) =>
  scene.service.database
    .query<{ id: string }>('select customer_id as id from stripe_customers where account_id = $1', [
      customer.id,
    ])
    .then(([row]) =>
      [...scene.stripe.state.intents.values()].filter(
        ({ customer: owner, metadata }) => owner === row?.id && metadata.kinora_kind === 'auto_recharge',
      ),
    );

/** An account with 10 USD bought by card and auto-recharge on. */
async function rechargingCustomer(behaviour?: Parameters<StripeScene['buy']>[2]): Promise<TestAccount> {
  const customer = await scene.service.account(0);
  await scene.buy(customer, { amountUsd: 10 }, behaviour);
  const on = await customer.post('/v1/me/balance/auto-recharge', { enabled: true, amount_usd: 25 });
  assert.equal(on.status, 200, on.text);
  return customer;
}

/** Spends the balance down to less than 2 USD. */
async function spend(customer: TestAccount): Promise<void> {
  const responses = await Promise.all(
    [7, 10].map((duration) =>
      customer.post('/v1/videos/generate', {
        prompt: 'x',
        duration,
        mode: 'quality',
        width: duration === 7 ? 1920 : 1280,
        height: duration === 7 ? 1080 : 720,
      }),
    ),
  );
  for (const { status, text } of responses) assert.equal(status, 200, text);
  const last = await customer.post('/v1/videos/generate', {
    prompt: 'x',
    duration: 6,
    width: 1920,
    height: 1080,
  });
  assert.ok([200, 402].includes(last.status));
  if ((await balance(customer)) >= 200) {
    const more = await customer.post('/v1/videos/generate', { prompt: 'x', duration: 10 });
    assert.equal(more.status, 200, more.text);
  }
}

test('a low balance is recharged off-session; lost responses and 500s charge once', async () => {
  const customer = await rechargingCustomer();
  scene.stripe.fail('lose_response', 500);
  await spend(customer);
  await until(async () => (await balance(customer)) > 2000);
  await scene.deliver((events) => [...events, ...events].reverse());
  const intents = await intentsOf(customer);
  assert.deepEqual(
    intents.map(({ amount, off_session: offSession, confirm }) => [amount, offSession, confirm]),
    [[2500, 'true', 'true']],
  );
  const { purchases } = (await customer.get('/v1/me/balance')).body;
  assert.deepEqual(
    purchases.map(({ source }: { source: string }) => source),
    ['auto_recharge', 'checkout'],
  );
  assert.deepEqual(await violations(scene.service.database), []);
});

for (const behaviour of ['declines_later', 'needs_confirmation'] as const) {
  test(`a card that ${behaviour.replace('_', ' ')} turns auto-recharge off`, async () => {
    const customer = await rechargingCustomer(behaviour);
    await spend(customer);
    await until(async () => (await termsOf(customer))?.autoRechargeUsd === null);
    await scene.deliver((events) => [...events, ...events]);
    assert.deepEqual((await termsOf(customer))?.autoRechargeDeclinedAt, clock.now());
    assert.equal((await intentsOf(customer)).length, 1);
    assert.deepEqual(await violations(scene.service.database), []);
  });
}

test('a charge whose responses are all lost is retried and happens once', async () => {
  const customer = await scene.service.account(0);
  await scene.buy(customer, { amountUsd: 10 });
  const charge = {
    operationId: newId(),
    payer: { accountId: customer.id, email: 'x@example.com' },
    amountCents: 2500,
    description: 'test',
  };
  scene.stripe.fail('lose_response', 'lose_response', 'lose_response');
  await assert.rejects(scene.provider.chargeSavedCard(charge));
  const event = await scene.provider.chargeSavedCard(charge);
  assert.equal(event?.type, 'charge_succeeded');
  assert.equal((await intentsOf(customer)).length, 1);
});

test('a charge whose idempotency key has expired at Stripe is found by its operation', async () => {
  const customer = await scene.service.account(0);
  await scene.buy(customer, { amountUsd: 10 });
  const old = Date.now() - 30 * HOUR_MS;
  const hex = old.toString(16).padStart(12, '0');
  const operationId = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${hex}`;
  const { stripe: fake, service, provider } = scene;
  const month = clock.now().toISOString().slice(0, 8).concat('01');
  await service.database.transaction(async (tx) => {
    await tx.query(
      `insert into payments (id, account_id, provider, kind, amount_cents, cap_month, created_at)
       values ($1, $2, 'stripe', 'auto_recharge', 2500, $3::date, $4)`,
      [operationId, customer.id, month, clock.now()],
    );
    await countRecharge(tx, customer.id, month, 2500);
  });
  const charge = {
    operationId,
    payer: { accountId: customer.id, email: 'x@example.com' },
    amountCents: 2500,
    description: 'test',
  };
  const first = await provider.chargeSavedCard(charge);
  fake.expireKeys();
  const second = await provider.chargeSavedCard(charge);
  assert.equal(first?.type, 'charge_succeeded');
  assert.equal(second?.type, 'charge_succeeded');
  assert.equal((await intentsOf(customer)).length, 1);
  for (const event of [first, second]) await scene.payments.apply(event);
  assert.equal(await balance(customer), 3500);
  assert.deepEqual(await violations(service.database), []);
});

test('a refund is requested once, and reversed when the bank rejects it', async () => {
  const customer = await scene.service.account(0);
  const { database } = scene.service;
  const purchaseId = await scene.buy(customer, { amountUsd: 25 });
  scene.stripe.fail('lose_response', 500);
  assert.equal(await refundPayment(database, scene.payments.effects, customer.id, purchaseId), 'refunded');
  assert.equal(await balance(customer), 0);
  const settled = async () => {
    const [row] = await database.query<{ state: string }>('select state from refunds where payment_id = $1', [
      purchaseId,
    ]);
    return row?.state === 'settled';
  };
  await until(settled);
  const refunds = [...scene.stripe.state.refunds.values()];
  assert.equal(refunds.length, 1);
  assert.equal(refunds[0]?.amount, 2500);
  failRefund(refunds[0] ?? {}, scene.stripe.emit);
  await scene.deliver((events) => [...events, ...events].reverse());
  assert.equal(await balance(customer), 2500);
  assert.deepEqual(await violations(database), []);
});

test('a refund that Stripe finally refuses ends, keeps the balance taken back, and is in the security log', async () => {
  const customer = await scene.service.account(0);
  const { database } = scene.service;
  const { effects, tasks } = scene.payments;
  const purchaseId = await scene.buy(customer, { amountUsd: 25 });
  const [intent] = [...scene.stripe.state.intents.values()].slice(-1);
  Object.assign(intent ?? {}, { disputed: true });
  assert.equal(await refundPayment(database, effects, customer.id, purchaseId), 'refunded');
  const refundOf = () =>
    database.query<{ id: string; state: string }>('select id, state from refunds where payment_id = $1', [
      purchaseId,
    ]);
  await until(async () => (await refundOf())[0]?.state === 'refused');
  for (const { id } of await refundOf()) await tasks.send_refund?.({ refundId: id });
  assert.equal(await balance(customer), 0);
  const events = await searchEvents(database, { accountId: customer.id, kind: 'refund_refused', limit: 10 });
  assert.deepEqual(
    events.map(({ details }) => details),
    [{ purchase: purchaseId, cents: 2500, reason: 'charge_disputed' }],
  );
  const [listed] = await listPayments(database, { accountId: customer.id, before: undefined, limit: 10 });
  assert.deepEqual([listed?.refund, listed?.creditNote], ['refused', null]);
  assert.equal(await refundPayment(database, effects, customer.id, purchaseId), 'already_refunded');
  const { hasOpenPayment } = await readObligations(database, customer.id, new Date());
  assert.equal(hasOpenPayment, false, 'the account can be deleted');
  assert.deepEqual(await violations(database), []);
});

test('a dispute pauses the account', async () => {
  const customer = await scene.service.account(0);
  const paymentId = await scene.buy(customer, { amountUsd: 10 });
  const [row] = await scene.service.database.query<{ chargeId: string }>(
    'select charge_id as "chargeId" from payments where id = $1',
    [paymentId],
  );
  openDispute(scene.stripe.state, row?.chargeId ?? '', scene.stripe.emit);
  await scene.deliver();
  const { status, body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  assert.equal(status, 403);
  assert.equal(body.code, 'account_review_required');
});
