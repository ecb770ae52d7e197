import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readTerms } from '../../src/funding/terms.ts';
import { readPaymentState } from '../../src/payments/payment.ts';
import { cancelPlan, changePlan } from '../../src/payments/subscription/change-plan.ts';
import { newCaller } from '../support/console-caller.ts';
import { sendWebhook } from '../support/fake-stripe/fake-stripe.ts';
import { violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { FORMER_WEBHOOK_SECRET, type StripeScene, setStripeScene } from '../support/stripe-scene.ts';
import type { TestAccount } from '../support/test-app.ts';

const clock = manualClock(new Date().toISOString());
let scene: StripeScene;
before(async () => {
  scene = await setStripeScene(clock);
});
after(() => scene.stop());

const balance = async (customer: TestAccount) => (await customer.get('/v1/me/balance')).body.balance_cents;
const termsOf = (customer: TestAccount) => readTerms(scene.service.database, customer.id);

test('a top-up is credited once although its webhooks are late, repeated and in reverse order', async () => {
  const customer = await scene.service.account(0);
  const { paymentId, checkoutUrl } = await scene.start(customer, { amountUsd: 25 });
  await scene.stripe.pay(checkoutUrl);
  assert.equal(await balance(customer), 0, 'nothing is credited before the webhook');
  const statuses = await scene.deliver((events) => [...events, ...events, ...events].reverse());
  assert.ok(statuses.length >= 6 && statuses.every((status) => status === 200));
  assert.equal(await balance(customer), 2500);
  assert.equal(await readPaymentState(scene.service.database, customer.id, paymentId), 'succeeded');
  assert.deepEqual((await termsOf(customer))?.cardAddedAt, clock.now());
  assert.deepEqual(await violations(scene.service.database), []);
});

test('one webhook that is delivered 100 times in parallel credits once', async () => {
  const customer = await scene.service.account(0);
  const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  await scene.stripe.pay(checkoutUrl);
  const events = scene.stripe.waiting.splice(0);
  const completed = events.find(({ type }) => type === 'checkout.session.completed');
  assert.ok(completed);
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => sendWebhook(scene.webhookUrl, completed, scene.stripe.webhookSecret)),
  );
  assert.ok(responses.every(({ status }) => status === 200));
  assert.equal(await balance(customer), 1000);
  assert.deepEqual(await violations(scene.service.database), []);
});

test('a webhook with an invalid signature changes nothing', async () => {
  verifies('DEC-SETTING-13');
  const customer = await scene.service.account(0);
  const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  await scene.stripe.pay(checkoutUrl);
  const completed = scene.stripe.waiting.find(({ type }) => type === 'checkout.session.completed') ?? {};
  const forged = await sendWebhook(scene.webhookUrl, completed, 'whsec_of_somebody_else');
  assert.equal(forged.status, 400);
  const text = await forged.text();
  assert.ok(!text.includes(scene.stripe.webhookSecret));
  const unsigned = await fetch(scene.webhookUrl, { method: 'POST', body: JSON.stringify(completed) });
  assert.equal(unsigned.status, 400);
  const empty = await fetch(scene.webhookUrl, { method: 'POST' });
  assert.equal(empty.status, 400);
  assert.equal(await balance(customer), 0);
  scene.stripe.waiting.splice(0);
});

test('while one endpoint replaces another, the events of both count, and each once', async () => {
  verifies('DEC-SECRET-11');
  const customer = await scene.service.account(0);
  const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  await scene.stripe.pay(checkoutUrl);
  const completed = scene.stripe.waiting.find(({ type }) => type === 'checkout.session.completed') ?? {};
  for (const secret of [FORMER_WEBHOOK_SECRET, scene.stripe.webhookSecret]) {
    assert.equal((await sendWebhook(scene.webhookUrl, completed, secret)).status, 200);
    assert.equal(await balance(customer), 1000);
  }
  scene.stripe.waiting.splice(0);
});

test('only an authentication by the bank lifts the limits', async () => {
  const attempted = await scene.service.account(0);
  await scene.buy(attempted, { amountUsd: 100 });
  assert.equal((await termsOf(attempted))?.limitsLiftedAt, null);
  const small = await scene.service.account(0);
  await scene.buy(small, { amountUsd: 25 }, 'authenticates', '3155');
  assert.equal((await termsOf(small))?.limitsLiftedAt, null);
  const confirmed = await scene.service.account(0);
  await scene.buy(confirmed, { amountUsd: 50 }, 'authenticates', '3155');
  assert.deepEqual((await termsOf(confirmed))?.limitsLiftedAt, clock.now());
});

test('an expired session fails its payment; invoices of subscriptions are ignored', async () => {
  const customer = await scene.service.account(0);
  const { paymentId, checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  const session = scene.stripe.state.sessions.get(checkoutUrl.split('/').at(-1) ?? '');
  Object.assign(session ?? {}, { status: 'expired' });
  scene.stripe.emit('checkout.session.expired', session ?? {});
  const other = {
    id: 'in_other',
    object: 'invoice',
    status: 'paid',
    amount_paid: 900,
    metadata: {},
    parent: null,
  };
  scene.stripe.state.invoices.set(other.id, other);
  scene.stripe.emit('invoice.paid', other);
  scene.stripe.emit('customer.created', { id: 'cus_other' });
  assert.deepEqual(await scene.deliver(), [200, 200, 200]);
  assert.equal(await readPaymentState(scene.service.database, customer.id, paymentId), 'failed');
});

test('while Stripe is overloaded nothing is sold, and the problem is billing_verification_unavailable', async () => {
  const customer = await scene.service.account(0);
  scene.stripe.fail(429);
  const refused = await scene.payments.startPayment(customer.id, { amountUsd: 10 }, scene.service.url);
  assert.equal(!refused.ok && refused.problem.code, 'billing_verification_unavailable');
});

test('a call that Stripe refuses is an error of the service, in its log, and not of the request', async () => {
  const person = await newCaller(scene.service);
  const unknown = {
    id: 'evt_unknown',
    type: 'customer.subscription.updated',
    data: { object: { id: 'sub_none' } },
  };
  const webhook = () => sendWebhook(scene.webhookUrl, unknown, scene.stripe.webhookSecret);
  const requests: readonly (readonly [what: string, send: () => Promise<{ readonly status: number }>])[] = [
    ['a top-up with a revoked key', () => person.post('/billing/top-up', { amount_usd: 10 })],
    ['a webhook about an object that Stripe does not know', webhook],
    ['a webhook while Stripe is overloaded', webhook],
  ];
  const faults = [[401], [], [429]] as const;
  for (const [index, [what, send]] of requests.entries()) {
    scene.logged.length = 0;
    scene.stripe.fail(...(faults[index] ?? []));
    assert.equal((await send()).status, 500, what);
    assert.match(scene.logged.join(''), /"level":50.*Stripe (refused a request|cannot be reached)/, what);
  }
});

test('failures and lost responses of Stripe: still one session', async () => {
  const customer = await scene.service.account(0);
  scene.stripe.fail('lose_response', 500);
  const before = scene.stripe.state.sessions.size;
  await scene.start(customer, { amountUsd: 10 });
  scene.stripe.fail('lose_response', 'lose_response');
  const { checkoutUrl } = await scene.start(customer, { amountUsd: 10 });
  assert.equal(scene.stripe.state.sessions.size, before + 2);
  await scene.stripe.pay(checkoutUrl);
  await scene.deliver();
  assert.equal(await balance(customer), 1000);
});

test('a plan is bought, changed, cancelled and ended, with webhooks in any order', async () => {
  const customer = await scene.service.account(0);
  const plan = async () => {
    const terms = await termsOf(customer);
    return terms?.plan == null ? null : `${terms.plan} by the ${terms.planInterval}`;
  };
  const { checkoutUrl } = await scene.start(customer, { plan: 'max', interval: 'year' });
  const price = [...scene.stripe.state.prices.values()].find(({ lookup_key: key }) =>
    key.startsWith('kinora_max_year'),
  );
  assert.equal(price?.unit_amount, '94800');
  await scene.stripe.pay(checkoutUrl);
  await scene.deliver((events) => [...events].reverse());
  assert.equal(await plan(), 'max by the year');
  assert.deepEqual((await termsOf(customer))?.cardAddedAt, clock.now());

  const subscription = [...scene.stripe.state.subscriptions.values()].at(-1);
  assert.ok(subscription);
  const { database } = scene.service;
  const dependencies = { ...scene.payments.subscriptions, database, provider: scene.provider };
  scene.stripe.fail('lose_response', 'lose_response');
  assert.equal(await changePlan(dependencies, customer.id, { plan: 'pro', interval: 'month' }), undefined);
  assert.equal(await plan(), 'max by the year', 'until the end of the paid period');
  scene.stripe.renew(subscription);
  await scene.deliver((events) => [...events, ...events].reverse());
  assert.equal(await plan(), 'pro by the month');
  assert.equal(await cancelPlan(dependencies, customer.id), undefined);
  const endsAt = async () => {
    const [row] = await database.query<{ endsAt: Date | null }>(
      'select ends_at as "endsAt" from subscriptions where account_id = $1',
      [customer.id],
    );
    return row?.endsAt?.getTime() ?? null;
  };
  assert.equal(await endsAt(), subscription.items.data[0].current_period_end * 1000);
  await scene.deliver((events) => [...events, ...events].reverse());
  assert.equal(await plan(), 'pro by the month');
  assert.notEqual(await endsAt(), null);
  Object.assign(subscription, { status: 'canceled' });
  scene.stripe.emit('customer.subscription.deleted', subscription);
  scene.stripe.emit('customer.subscription.updated', { ...subscription, status: 'active' });
  await scene.deliver((events) => [...events, ...events].reverse());
  assert.equal(await plan(), null);
});

test("none of Stripe's secrets is in the database or the log", async () => {
  const tables = await scene.service.database.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
  );
  const dumps = await Promise.all(
    tables.map(({ name }) =>
      scene.service.database.query<{ row: string }>(`select t::text as row from ${name} as t`),
    ),
  );
  const everything = [...dumps.flat().map(({ row }) => row), ...scene.logged].join('\n');
  assert.ok(everything.includes('pm_'), 'saved cards are found, so the search works');
  for (const secret of [scene.stripe.secretKey, scene.stripe.webhookSecret]) {
    assert.ok(!everything.includes(secret));
  }
});
