import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readTerms } from '../../src/funding/terms.ts';
import { readPayer } from '../../src/payments/payment.ts';
import { cancelPlan, changePlan } from '../../src/payments/subscription/change-plan.ts';
import { currentSubscription } from '../../src/payments/subscription/current-subscription.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import type { Json } from '../support/fake-stripe/objects.ts';
import { violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';

let scene: StripeScene;
before(async () => {
  scene = await setStripeScene(manualClock('2031-03-05T12:00:00.000Z'));
});
after(() => scene.stop());

const MAX = { plan: 'max', interval: 'month' } as const;

async function proCustomer(): Promise<string> {
  const customer = await scene.service.account(0);
  await scene.buy(customer, { plan: 'pro', interval: 'month' });
  return customer.id;
}

const planOf = async (accountId: string) => (await readTerms(scene.service.database, accountId))?.plan;

test('while Stripe is unavailable a plan cannot be changed, and the problem reports it', async () => {
  const accountId = await proCustomer();
  const { subscriptions } = scene.payments;
  scene.stripe.fail(500, 500, 500);
  assert.equal((await changePlan(subscriptions, accountId, MAX))?.code, 'billing_verification_unavailable');
  scene.stripe.fail(500, 500, 500);
  assert.equal((await cancelPlan(subscriptions, accountId))?.code, 'billing_verification_unavailable');
  assert.equal(await planOf(accountId), 'pro');
  assert.equal(await changePlan(subscriptions, accountId, MAX), undefined);
  assert.equal(await planOf(accountId), 'max');
});

test('a subscription that has ended at Stripe is reported as ended before its webhook arrives', async () => {
  for (const change of [
    (accountId: string) => changePlan(scene.payments.subscriptions, accountId, MAX),
    (accountId: string) => cancelPlan(scene.payments.subscriptions, accountId),
  ]) {
    const accountId = await proCustomer();
    for (const subscription of scene.stripe.state.subscriptions.values()) subscription.status = 'canceled';
    assert.equal((await change(accountId))?.code, 'invalid_request');
    assert.equal(await planOf(accountId), null);
  }
  assert.deepEqual(await violations(scene.service.database), []);
});

/** The subscription at Stripe that was bought last. */
function latestSubscription(): Json {
  const subscription = [...scene.stripe.state.subscriptions.values()].at(-1);
  assert.ok(subscription);
  return subscription;
}

async function maxCustomer(): Promise<string> {
  const customer = await scene.service.account(0);
  await scene.buy(customer, MAX);
  return customer.id;
}

const PRO = { plan: 'pro', interval: 'month' } as const;
const nextOf = async (accountId: string) =>
  (await currentSubscription(scene.service.database, 'stripe', accountId))?.next;

test('at Stripe a downgrade is scheduled for the end of the paid period, and nothing is credited', async () => {
  verifies('DEC-PLAN-01');
  const accountId = await maxCustomer();
  const { subscriptions } = scene.payments;
  scene.stripe.state.proratedCents.length = 0;
  assert.equal(await changePlan(subscriptions, accountId, PRO), undefined);
  assert.equal(await planOf(accountId), 'max');
  assert.equal((await nextOf(accountId))?.plan, 'pro');
  scene.stripe.renew(latestSubscription());
  await scene.deliver((events) => [...events, ...events].reverse());
  assert.equal(await planOf(accountId), 'pro');
  assert.equal(await nextOf(accountId), null);
  assert.deepEqual(scene.stripe.state.proratedCents, []);
  assert.deepEqual(await violations(scene.service.database), []);
});

test('at Stripe keeping, upgrading or cancelling drops a scheduled downgrade; a declined upgrade does not', async () => {
  verifies('DEC-PLAN-03');
  const accountId = await maxCustomer();
  const { subscriptions } = scene.payments;
  await changePlan(subscriptions, accountId, PRO);
  await changePlan(subscriptions, accountId, MAX);
  assert.equal(await nextOf(accountId), null);

  await changePlan(subscriptions, accountId, PRO);
  const subscription = latestSubscription();
  const card = scene.stripe.state.methods.get(subscription.default_payment_method);
  assert.ok(card);
  card.behaviour = 'declines_later';
  const byYear = { plan: 'max', interval: 'year' } as const;
  assert.equal((await changePlan(subscriptions, accountId, byYear))?.code, 'card_required');
  card.behaviour = 'succeeds';
  await scene.deliver();
  assert.notEqual(subscription.schedule, null);
  assert.equal((await nextOf(accountId))?.plan, 'pro');

  await changePlan(subscriptions, accountId, byYear);
  assert.equal(await nextOf(accountId), null);
  await changePlan(subscriptions, accountId, PRO);
  await cancelPlan(subscriptions, accountId);
  assert.deepEqual([subscription.schedule, subscription.cancel_at_period_end], [null, true]);
  await changePlan(subscriptions, accountId, PRO);
  assert.deepEqual([typeof subscription.schedule, subscription.cancel_at_period_end], ['string', false]);
});

test('a change that fails after Stripe dropped a scheduled downgrade leaves that scheduled, and one that took effect does not', async () => {
  const { subscriptions } = scene.payments;
  const changes = [
    (accountId: string) => changePlan(subscriptions, accountId, { plan: 'max', interval: 'year' }),
    (accountId: string) => cancelPlan(subscriptions, accountId),
  ];
  for (const [index, change] of changes.entries()) {
    const accountId = await maxCustomer();
    await changePlan(subscriptions, accountId, PRO);
    // The calls of an upgrade before the update: the subscription, the price, the release. A cancellation needs no price.
    const before = index === 0 ? (['none', 'none', 'none'] as const) : (['none', 'none'] as const);
    scene.stripe.fail(...before, 500, 500, 500);
    assert.equal((await change(accountId))?.code, 'billing_verification_unavailable');
    await scene.deliver();
    assert.equal((await nextOf(accountId))?.plan, 'pro', 'it comes at the end of the paid period, as shown');
    scene.stripe.fail(...before, 'lose_response', 500, 500);
    assert.equal((await change(accountId))?.code, 'billing_verification_unavailable');
    await scene.deliver();
    assert.equal(await nextOf(accountId), null);
    assert.equal(latestSubscription().cancel_at_period_end, index === 1);
  }
  assert.deepEqual(await violations(scene.service.database), []);
});

test('every charge for a plan at Stripe is reported by email', async () => {
  verifies('DEC-NOTICE-01');
  const accountId = await proCustomer();
  await changePlan(scene.payments.subscriptions, accountId, MAX);
  scene.stripe.renew(latestSubscription());
  await scene.deliver((events) => [...events, ...events]);
  const { email } = await readPayer(scene.service.database, accountId);
  const subjects = async () =>
    (await emailsIn(scene.service.dataDir)).filter(({ to }) => to === email).map(({ subject }) => subject);
  await until(async () => (await subjects()).length === 3);
  assert.deepEqual((await subjects()).sort(), [
    'Your card was charged 19.00 USD',
    'Your card was charged 80.00 USD',
    'Your card was charged 99.00 USD',
  ]);
});

test('a charge for a plan that Stripe reports by two events is recorded once', async () => {
  const accountId = await proCustomer();
  scene.stripe.renew(latestSubscription());
  for (const { type, data } of [...scene.stripe.waiting]) scene.stripe.emit(type, data.object);
  await scene.deliver();
  const charges = await scene.service.database.query<{ cents: number }>(
    'select amount_cents as cents from plan_charges where account_id = $1',
    [accountId],
  );
  assert.deepEqual(charges, [{ cents: 1900 }, { cents: 1900 }]);
});

test('a form that is submitted twice requests one change from Stripe', async () => {
  const accountId = await proCustomer();
  await changePlan(scene.payments.subscriptions, accountId, MAX);
  // Any further request to Stripe would fail.
  scene.stripe.fail(500, 500, 500);
  assert.equal(await changePlan(scene.payments.subscriptions, accountId, MAX), undefined);
});
