import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { endReview, reviewAccount } from '../../src/accounts/review-account.ts';
import { setAutoRecharge, setCap, setPayPerUse } from '../../src/funding/terms.ts';
import { newId } from '../../src/kernel/ids.ts';
import { creditAccount } from '../../src/operator/change-account.ts';
import { payArrears } from '../../src/payments/arrears/pay-arrears.ts';
import { readArrears } from '../../src/payments/arrears/read-arrears.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import { searchEvents } from '../../src/security-log/search-events.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import {
  closeDispute,
  failRefund,
  openDispute,
  refundInDashboard,
  reinstate,
} from '../support/fake-stripe/after-payment.ts';
import type { Json } from '../support/fake-stripe/objects.ts';
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

const VIDEO = { prompt: 'x', duration: 10 };
/** What the video costs. */
const VIDEO_CENTS = 100;

const balance = async (customer: TestAccount) => (await customer.get('/v1/me/balance')).body.balance_cents;
const everyEvent = (events: Json[]) => [...events, ...events].reverse();
const order = (customer: TestAccount) => customer.post('/v1/videos/generate', VIDEO);

/** A customer with a balance bought by card; `intent` is its payment at Stripe. */
async function buyer(amountUsd: 10 | 25 = 10) {
  const customer = await scene.service.account(0);
  const paymentId = await scene.buy(customer, { amountUsd });
  return { customer, paymentId, intent: await intentOf(paymentId) };
}

async function intentOf(paymentId: string): Promise<string> {
  const [row] = await scene.service.database.query<{ id: string }>(
    'select charge_id as id from payments where id = $1',
    [paymentId],
  );
  return row?.id ?? '';
}

async function settled(): Promise<void> {
  const statuses = await scene.deliver(everyEvent);
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  );
  assert.deepEqual(await violations(scene.service.database), []);
}

const refund = (intent: string, cents: number) =>
  refundInDashboard(scene.stripe.state, intent, cents, scene.stripe.emit);
const dispute = (intent: string, more = {}) =>
  openDispute(scene.stripe.state, intent, scene.stripe.emit, more);
const close = (one: Json, status: 'won' | 'lost' | 'warning_closed') =>
  closeDispute(one, status, scene.stripe.emit);
const owed = async ({ id }: TestAccount) =>
  (await readArrears(scene.service.database, id))?.takenBackCents ?? 0;

test('a refund in the dashboard takes back what is unspent, in parts too, and one that fails is restored', async () => {
  verifies('DEC-PAYMENT-07');
  const { customer, intent } = await buyer();
  refund(intent, 300);
  await settled();
  assert.equal(await balance(customer), 700);
  const second = refund(intent, 200);
  await settled();
  assert.equal(await balance(customer), 500);
  failRefund(second, scene.stripe.emit);
  await settled();
  assert.equal(await balance(customer), 700);
  assert.equal((await order(customer)).status, 200, 'nothing is owed');
  const { purchases } = (await customer.get('/v1/me/balance')).body;
  assert.equal(purchases[0].refundable_until, null, 'it cannot be refunded once more');
});

test('what was spent of a refunded purchase is owed: every order gets 402 arrears, until a top-up pays it', async () => {
  verifies('DEC-PAYMENT-07', 'DEC-PAYMENT-08');
  const { customer, paymentId, intent } = await buyer();
  await scene.service.database.transaction((tx) => setAutoRecharge(tx, customer.id, 10));
  assert.equal((await order(customer)).status, 200);
  await deliver(scene.service.worker, await takeLease(scene.service.worker));
  refund(intent, 1000);
  await settled();
  assert.deepEqual([await balance(customer), await owed(customer)], [0, VIDEO_CENTS]);
  const { status, body } = await order(customer);
  assert.deepEqual([status, body.code], [402, 'arrears']);
  assert.match(body.pay_invoice, /\/account\/payments$/);
  const [purchase] = (await customer.get('/v1/me/balance')).body.purchases;
  assert.deepEqual(
    [purchase.id, purchase.spent_cents, purchase.refunded_at !== null],
    [paymentId, VIDEO_CENTS, true],
  );
  assert.equal(
    (await customer.get('/v1/me/balance')).body.auto_recharge.enabled,
    false,
    'it is not charged again',
  );
  await scene.buy(customer, { amountUsd: 10 });
  assert.deepEqual([await balance(customer), await owed(customer)], [1000 - VIDEO_CENTS, 0]);
  assert.equal((await order(customer)).status, 200);
  await settled();
});

test('what is owed is paid from another balance by the button, and by a credit of an operator', async () => {
  verifies('DEC-PAYMENT-08');
  const { database } = scene.service;
  const { customer, intent } = await buyer();
  assert.equal((await order(customer)).status, 200);
  await deliver(scene.service.worker, await takeLease(scene.service.worker));
  await scene.buy(customer, { amountUsd: 25 });
  refund(intent, 1000);
  await settled();
  assert.deepEqual([await balance(customer), await owed(customer)], [2500, VIDEO_CENTS]);
  const paid = await payArrears(database, scene.payments.effects, 'stripe', customer.id);
  assert.deepEqual(paid, { ok: true, value: undefined });
  assert.deepEqual([await balance(customer), await owed(customer)], [2500 - VIDEO_CENTS, 0]);
  assert.equal((await order(customer)).status, 200);
  const other = await buyer();
  assert.equal((await order(other.customer)).status, 200);
  await deliver(scene.service.worker, await takeLease(scene.service.worker));
  await deliver(scene.service.worker, await takeLease(scene.service.worker));
  refund(other.intent, 1000);
  await settled();
  const refused = await payArrears(database, scene.payments.effects, 'stripe', other.customer.id);
  assert.equal(!refused.ok && refused.problem.code, 'balance_insufficient');
  const change = {
    operator: { accountId: customer.id, network: null },
    accountId: other.customer.id,
    reason: 'kind',
  };
  const { catalogue } = scene;
  await creditAccount({ database, clock, catalogue }, change as never, {
    creditId: newId(),
    amountCents: VIDEO_CENTS,
  });
  assert.deepEqual([await balance(other.customer), await owed(other.customer)], [0, 0]);
  await settled();
});

test('money that a deleted job releases pays what is owed for its purchase', async () => {
  verifies('DEC-PAYMENT-07');
  const { customer, intent } = await buyer();
  const { body } = await order(customer);
  refund(intent, 1000);
  await settled();
  assert.equal(await owed(customer), VIDEO_CENTS);
  assert.equal((await customer.delete(`/v1/jobs/${body.job_id}`)).status, 204);
  assert.deepEqual([await balance(customer), await owed(customer)], [0, 0]);
  await settled();
});

test('a refund that is reported before the payment takes the payment back when it arrives', async () => {
  verifies('DEC-PAYMENT-07', 'DEC-PAYMENT-10');
  const customer = await scene.service.account(0);
  const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  await scene.stripe.pay(checkoutUrl);
  const paid = scene.stripe.waiting.splice(0);
  refund([...scene.stripe.state.intents.keys()].at(-1) ?? '', 400);
  await settled();
  assert.equal(await balance(customer), 0);
  scene.stripe.waiting.push(...paid);
  await settled();
  assert.equal(await balance(customer), 600);
});

test('a dispute pauses the account; lost, it takes back what is unspent, and the rest is owed', async () => {
  verifies('DEC-PAYMENT-07', 'DEC-PAYMENT-09');
  const { customer, intent } = await buyer();
  assert.equal((await order(customer)).status, 200);
  await deliver(scene.service.worker, await takeLease(scene.service.worker));
  const one = dispute(intent);
  await settled();
  assert.equal((await order(customer)).body.code, 'account_review_required');
  assert.equal(await balance(customer), 1000 - VIDEO_CENTS, 'it is not lost yet');
  close(one, 'lost');
  await settled();
  assert.deepEqual([await balance(customer), await owed(customer)], [0, VIDEO_CENTS]);
  assert.equal((await order(customer)).body.code, 'account_review_required', 'an operator ends it');
  await scene.service.database.transaction((tx) => endReview(tx, customer.id, clock.now()));
  assert.equal((await order(customer)).body.code, 'arrears');
  reinstate(one, 1, scene.stripe.emit);
  await settled();
  assert.deepEqual([await balance(customer), await owed(customer)], [1000 - VIDEO_CENTS, 0]);
  assert.equal((await order(customer)).status, 200);
  await settled();
});

for (const [how, isInquiry, status] of [
  ['a won dispute', false, 'won'],
  ['an inquiry that ended', true, 'warning_closed'],
] as const) {
  test(`${how} reopens the account, unless another dispute or an operator keeps it`, async () => {
    verifies('DEC-PAYMENT-09');
    const { database } = scene.service;
    const { customer, intent } = await buyer();
    const other = await intentOf(await scene.buy(customer, { amountUsd: 10 }));
    const [first, second] = [dispute(intent, { isInquiry }), dispute(other)];
    await settled();
    close(first, status);
    await settled();
    assert.equal((await order(customer)).status, 403, 'the other one is open');
    close(second, 'won');
    await settled();
    assert.equal((await order(customer)).status, 200);
    assert.equal(await balance(customer), 2000 - VIDEO_CENTS);
    await scene.service.database.transaction((tx) => reviewAccount(tx, customer.id, clock.now()));
    const third = dispute(await intentOf(await topUp(customer)), { isInquiry });
    await settled();
    close(third, status);
    await settled();
    assert.equal((await order(customer)).status, 403, 'an operator has asked for the review');
    await database.transaction((tx) => endReview(tx, customer.id, clock.now()));
  });
}

/** Under review nothing is sold, so the checkout was open before. */
async function topUp(customer: TestAccount): Promise<string> {
  const { database } = scene.service;
  await database.query('update accounts set under_review_since = null where id = $1', [customer.id]);
  const paymentId = await scene.buy(customer, { amountUsd: 10 });
  await database.query('update accounts set under_review_since = now() where id = $1', [customer.id]);
  return paymentId;
}

test('an operator who asks for a review during a dispute keeps it open after the dispute is won', async () => {
  verifies('DEC-PAYMENT-09');
  const { customer, intent } = await buyer();
  const one = dispute(intent);
  await settled();
  await scene.service.database.transaction((tx) => reviewAccount(tx, customer.id, clock.now()));
  close(one, 'won');
  await settled();
  assert.equal((await order(customer)).status, 403);
});

test('a refund requested here that Stripe refuses because of one in the dashboard is taken once', async () => {
  verifies('DEC-PAYMENT-07');
  const { database } = scene.service;
  const { customer, paymentId, intent } = await buyer();
  refund(intent, 1000);
  assert.equal(await refundPayment(database, scene.payments.effects, customer.id, paymentId), 'refunded');
  await until(async () => {
    const rows = await database.query(`select from refunds where payment_id = $1 and state = 'refused'`, [
      paymentId,
    ]);
    return rows.length === 1;
  });
  await settled();
  assert.deepEqual([await balance(customer), await owed(customer)], [0, 0]);
});

test('a warning of fraud moves no money, and is in the security log', async () => {
  const { customer, intent } = await buyer();
  const { state, emit } = scene.stripe;
  const warning = {
    id: 'issfr_1',
    object: 'radar.early_fraud_warning',
    payment_intent: intent,
    charge: 'ch_1',
  };
  state.warnings.set(warning.id, warning);
  emit('radar.early_fraud_warning.created', warning);
  await settled();
  assert.equal(await balance(customer), 1000);
  const search = { accountId: customer.id, kind: 'fraud_suspected', limit: 10 };
  assert.equal((await searchEvents(scene.service.database, search)).length, 1);
});

/** A customer whose card paid, or did not, the invoice of a month of 5 cents; returns that at Stripe. */
async function invoiced(behaviour: 'succeeds' | 'declines_later') {
  const { database, worker } = scene.service;
  const customer = await scene.service.account(0);
  await scene.buy(customer, { plan: 'pro', interval: 'month' }, behaviour, '0341');
  await database.transaction(async (tx) => {
    await setPayPerUse(tx, customer.id, true);
    await setCap(tx, customer.id, 5000);
  });
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).status, 200);
  while ((await database.query(`select from open_jobs where state = 'queued'`)).length > 0)
    await deliver(worker, await takeLease(worker));
  clock.advance(40 * 24 * HOUR_MS);
  await scene.payments.tasks.payments_due?.({});
  const ended = behaviour === 'succeeds' ? 'paid' : 'unpaid';
  await until(async () => {
    const rows = await database.query('select from invoices where account_id = $1 and state = $2', [
      customer.id,
      ended,
    ]);
    return rows.length === 1;
  });
  const invoice = [...scene.stripe.state.invoices.values()].findLast(
    ({ metadata }) => metadata.kinora_operation,
  );
  await settled();
  return { customer, invoice: invoice ?? {} };
}

test('an invoice of a month that was paid and is refunded is owed again', async () => {
  verifies('DEC-PAYMENT-07', 'DEC-PAYMENT-08');
  const { customer, invoice } = await invoiced('succeeds');
  refund(invoice.payment_intent, 5);
  await settled();
  assert.equal(await owed(customer), 5);
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).body.code, 'arrears');
});

test('an invoice of a month that is voided is waived, and one with a credit note settles with the rest', async () => {
  verifies('DEC-PAYMENT-06');
  const voided = await invoiced('declines_later');
  voided.invoice.status = 'void';
  scene.stripe.emit('invoice.voided', voided.invoice);
  await settled();
  assert.equal(await readArrears(scene.service.database, voided.customer.id), undefined);
  const reduced = await invoiced('declines_later');
  Object.assign(reduced.invoice, { status: 'paid', amount_paid: 3, pre_payment_credit_notes_amount: 2 });
  scene.stripe.emit('invoice.paid', reduced.invoice);
  await settled();
  assert.equal(await readArrears(scene.service.database, reduced.customer.id), undefined);
  const rows = await scene.service.database.query<{ waived: number }>(
    'select waived_cents as waived from invoices where account_id = any($1) order by waived_cents',
    [[voided.customer.id, reduced.customer.id]],
  );
  assert.deepEqual(
    rows.map(({ waived }) => waived),
    [2, 5],
  );
});

test('a refund of a plan moves no balance, and a dispute about it pauses the account', async () => {
  verifies('DEC-PAYMENT-07');
  const customer = await scene.service.account(0);
  await scene.buy(customer, { plan: 'pro', interval: 'month' });
  const intent = [...scene.stripe.state.intents.keys()].at(-1) ?? '';
  refund(intent, 500);
  await settled();
  assert.deepEqual([await balance(customer), await owed(customer)], [0, 0]);
  dispute(intent);
  await settled();
  assert.equal((await order(customer)).body.code, 'account_review_required');
});
