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

test('while Stripe is away a plan stays as it is, and that is said', async () => {
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

test('a subscription that is over at Stripe, though its event is not here yet, is told to be over', async () => {
  for (const ask of [
    (accountId: string) => changePlan(scene.payments.subscriptions, accountId, MAX),
    (accountId: string) => cancelPlan(scene.payments.subscriptions, accountId),
  ]) {
    const accountId = await proCustomer();
    for (const subscription of scene.stripe.state.subscriptions.values()) subscription.status = 'canceled';
    assert.equal((await ask(accountId))?.code, 'invalid_request');
    assert.equal(await planOf(accountId), null);
  }
  assert.deepEqual(await violations(scene.service.database), []);
});

test('a form sent twice asks Stripe for one change', async () => {
  const accountId = await proCustomer();
  await changePlan(scene.payments.subscriptions, accountId, MAX);
  // Whatever is asked from here on fails.
  scene.stripe.fail(500, 500, 500);
  assert.equal(await changePlan(scene.payments.subscriptions, accountId, MAX), undefined);
});
