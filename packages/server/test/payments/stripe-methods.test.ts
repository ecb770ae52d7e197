import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newId } from '../../src/kernel/ids.ts';
import { listPayments } from '../../src/payments/list-payments.ts';
import { searchEvents } from '../../src/security-log/search-events.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import type { Json } from '../support/fake-stripe/objects.ts';
import { violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';
import type { TestAccount } from '../support/test-app.ts';

const clock = manualClock(new Date().toISOString());
let scene: StripeScene;
before(async () => {
  scene = await setStripeScene(clock);
});
after(() => scene.stop());

const balance = async (customer: TestAccount) => (await customer.get('/v1/me/balance')).body.balance_cents;
const notesOf = async (customer: TestAccount, kind: 'payment_differs' | 'payment_not_credited') =>
  (await searchEvents(scene.service.database, { accountId: customer.id, kind, limit: 10 })).map(
    ({ details }) => details,
  );

async function addressOf({ id }: TestAccount): Promise<string> {
  const [row] = await scene.service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [id],
  );
  return row?.email ?? '';
}

const METHODS = ['link', 'amazon_pay', 'sepa_debit', 'us_bank_account', 'bacs_debit', 'a_method_of_tomorrow'];

for (const method of METHODS) {
  test(`a checkout paid by ${method} is credited, and the email says that it cannot be saved`, async () => {
    verifies('DEC-PAYMENT-04');
    const customer = await scene.service.account(0);
    const { paymentId, checkoutUrl } = await scene.start(customer, { amountUsd: 25 });
    await scene.stripe.pay(checkoutUrl, 'succeeds', '4242', { method });
    const statuses = await scene.deliver((events) => [...events, ...events].reverse());
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal(await balance(customer), 2500);
    const [listed] = await listPayments(scene.service.database, {
      accountId: customer.id,
      before: undefined,
      limit: 1,
    });
    assert.deepEqual([listed?.id, listed?.paidWith], [paymentId, method]);
    const to = await addressOf(customer);
    await until(async () => (await emailsIn(scene.service.dataDir)).some((email) => email.to === to));
    const email = (await emailsIn(scene.service.dataDir)).find((one) => one.to === to);
    assert.match(email?.text ?? '', new RegExp(`by ${method.replaceAll('_', ' ')} .* is not\\s+saved`, 's'));
    assert.deepEqual(await violations(scene.service.database), []);
  });
}

test('a payment that takes days is credited when it arrives, and not when it fails', async () => {
  verifies('DEC-PAYMENT-04');
  for (const arrives of [true, false]) {
    const customer = await scene.service.account(0);
    const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
    await scene.stripe.pay(checkoutUrl, 'succeeds', '4242', { method: 'sepa_debit', isDelayed: true });
    assert.deepEqual(new Set(await scene.deliver()), new Set([200]));
    assert.equal(await balance(customer), 0);
    scene.stripe.endDelayed(checkoutUrl, arrives);
    await scene.deliver((events) => [...events, ...events].reverse());
    assert.equal(await balance(customer), arrives ? 1000 : 0);
  }
  assert.deepEqual(await violations(scene.service.database), []);
});

test('another currency is not credited as US dollars, and another amount is credited as it arrived', async () => {
  verifies('DEC-PAYMENT-04');
  const yen = await scene.service.account(0);
  const started = await scene.start(yen, { amountUsd: 25 });
  await scene.stripe.pay(started.checkoutUrl, 'succeeds', '4242', { currency: 'jpy' });
  assert.deepEqual(new Set(await scene.deliver()), new Set([200]));
  assert.equal(await balance(yen), 0);
  const [note] = await notesOf(yen, 'payment_not_credited');
  assert.deepEqual([note?.payment, note?.amount, note?.currency], [started.paymentId, 2500, 'jpy']);
  const less = await scene.service.account(0);
  const { checkoutUrl } = await scene.start(less, { amountUsd: 25 });
  await scene.stripe.pay(checkoutUrl, 'succeeds', '4242', { cents: 1234 });
  await scene.deliver();
  assert.equal(await balance(less), 1234);
  assert.equal((await notesOf(less, 'payment_differs')).length, 1);
  assert.deepEqual(await violations(scene.service.database), []);
});

test('money for a payment that the database does not have is recorded for the operator', async () => {
  verifies('DEC-PAYMENT-04');
  const customer = await scene.service.account(0);
  const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  await scene.stripe.pay(checkoutUrl);
  const [intent] = [...scene.stripe.state.intents.values()].slice(-1);
  const lost = newId();
  Object.assign(intent?.metadata ?? {}, { kinora_operation: lost });
  await scene.deliver((events) => events.filter(({ type }) => type === 'payment_intent.succeeded'));
  const notes = await searchEvents(scene.service.database, { kind: 'payment_not_credited', limit: 1 });
  assert.deepEqual([notes[0]?.details.payment, notes[0]?.accountId], [lost, null]);
});

/** The events of a top-up and of a plan, as endpoints of other versions send them. */
const SHAPES: readonly (readonly [what: string, shape: (object: Json) => Json])[] = [
  ['only the id', ({ id, object }) => ({ id, object })],
  [
    'the fields of 2015',
    ({ id, object, ...object_ }) => ({
      id,
      object,
      paid: true,
      subscription: object_.parent?.subscription_details?.subscription ?? null,
      payment: 'ch_1',
      total: '2500',
      lines: [],
      metadata: null,
    }),
  ],
];

for (const [what, shape] of SHAPES) {
  test(`events with ${what} of their object have the same effect`, async () => {
    verifies('DEC-PAYMENT-05');
    const inShape = (events: Json[]) =>
      events.map((event) => ({
        ...event,
        api_version: '2015-10-16',
        data: { object: shape(event.data.object) },
      }));
    const customer = await scene.service.account(0);
    const { checkoutUrl } = await scene.start(customer, { amountUsd: 25 });
    await scene.stripe.pay(checkoutUrl);
    assert.deepEqual(new Set(await scene.deliver(inShape)), new Set([200]));
    assert.equal(await balance(customer), 2500);
    const plan = await scene.start(customer, { plan: 'pro', interval: 'month' });
    await scene.stripe.pay(plan.checkoutUrl);
    assert.deepEqual(new Set(await scene.deliver(inShape)), new Set([200]));
    const charges = await scene.service.database.query<{ cents: number }>(
      'select amount_cents as cents from plan_charges where account_id = $1',
      [customer.id],
    );
    assert.equal(charges.length, 1, 'the charge of the plan is recorded');
  });
}

test('what means nothing is answered with 200, and the log has its type and the reason', async () => {
  verifies('DEC-PAYMENT-06');
  const events: Json[] = [
    {
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v1.billing.meter.no_meter_found',
      created: '2026-01-01T00:00:00Z',
    },
    {
      id: 'evt_future',
      object: 'event',
      type: 'hologram.projected',
      created: 1,
      data: { object: { id: 'holo_1' } },
    },
    { id: 'evt_other', object: 'event', type: 'payout.paid', created: 1, data: { object: { id: 'po_1' } } },
    { id: 'evt_proto', object: 'event', type: 'constructor', created: 1, data: { object: { id: 'x_1' } } },
    {
      id: 'evt_connect',
      object: 'event',
      type: 'charge.refunded',
      account: 'acct_other',
      created: 1,
      data: { object: { id: 'ch_of_another' } },
    },
    {
      id: 'evt_upcoming',
      object: 'event',
      type: 'invoice.upcoming',
      created: 1,
      data: { object: { object: 'invoice' } },
    },
  ];
  scene.logged.length = 0;
  scene.stripe.waiting.push(...events);
  assert.deepEqual(
    await scene.deliver(),
    events.map(() => 200),
  );
  const log = scene.logged.join('');
  for (const { type } of events) assert.match(log, new RegExp(`"level":30.*"type":"${type}".*"reason":"`));
});

test('metadata that somebody changed in the dashboard is not an error', async () => {
  verifies('DEC-PAYMENT-06');
  const { state, emit, waiting } = scene.stripe;
  const metadata = { kinora_operation: "my order's number 7", kinora_kind: 'top_up' };
  const intent = {
    id: 'pi_foreign',
    object: 'payment_intent',
    customer: null,
    status: 'succeeded',
    currency: 'usd',
  };
  state.intents.set(intent.id, { ...intent, amount_received: 500, metadata });
  emit('payment_intent.succeeded', intent);
  const dispute = { id: 'du_foreign', object: 'dispute', payment_intent: intent.id, status: 'lost' };
  state.disputes.set(dispute.id, { ...dispute, amount: 500, currency: 'usd', balance_transactions: [] });
  emit('charge.dispute.created', dispute);
  assert.equal(waiting.length, 2);
  assert.deepEqual(await scene.deliver(), [200, 200]);
});

test('an object that cannot be read is an error, so that Stripe sends the event again, and then it counts', async () => {
  verifies('DEC-PAYMENT-05');
  const customer = await scene.service.account(0);
  const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  await scene.stripe.pay(checkoutUrl);
  const events = scene.stripe.waiting.splice(0);
  scene.stripe.waiting.push(...events);
  scene.stripe.fail(500, 500, 500, 500, 500, 500);
  assert.deepEqual(new Set(await scene.deliver()), new Set([500]));
  assert.equal(await balance(customer), 0);
  scene.stripe.waiting.push(...events);
  assert.deepEqual(new Set(await scene.deliver()), new Set([200]));
  assert.equal(await balance(customer), 1000);
});
