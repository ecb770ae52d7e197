import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTerms } from '../../src/funding/terms.ts';
import { cancelPlan, changePlan } from '../../src/payments/subscription/change-plan.ts';
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

test('a form that is submitted twice requests one change from Stripe', async () => {
  const accountId = await proCustomer();
  await changePlan(scene.payments.subscriptions, accountId, MAX);
  // Any further request to Stripe would fail.
  scene.stripe.fail(500, 500, 500);
  assert.equal(await changePlan(scene.payments.subscriptions, accountId, MAX), undefined);
});
