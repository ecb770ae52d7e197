import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { removeCard } from '../../src/payments/cards/remove-card.ts';
import { readSavedCard } from '../../src/payments/cards/saved-card.ts';
import { until } from '../support/deadline.ts';
import { violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';

const clock = manualClock(new Date().toISOString());
let scene: StripeScene;
before(async () => {
  scene = await setStripeScene(clock);
});
after(() => scene.stop());

const cardOf = (accountId: string) => readSavedCard(scene.service.database, 'stripe', accountId);

async function startSetup(accountId: string): Promise<string> {
  const started = await scene.payments.startCardSetup(accountId, `${scene.service.url}/back`);
  assert.ok(started.ok);
  return started.value.checkoutUrl;
}

test('a card is set up at Stripe, and the plan is charged to it from then on', async () => {
  verifies('DEC-CARD-01');
  const customer = await scene.service.account(0);
  await scene.buy(customer, { plan: 'pro', interval: 'month' }, 'succeeds', '4242');
  const charges = scene.stripe.state.intents.size;
  const checkout = await startSetup(customer.id);
  await scene.stripe.pay(checkout, 'succeeds', '1881');
  assert.equal((await cardOf(customer.id))?.last4, '4242', 'only the webhook reports it');
  await scene.deliver((events) => [...events, ...events].reverse());
  const card = await cardOf(customer.id);
  assert.deepEqual([card?.last4, card?.expires], ['1881', { month: 12, year: 2099 }]);
  const subscription = [...scene.stripe.state.subscriptions.values()].at(-1);
  await until(() => subscription?.default_payment_method === card?.token);
  assert.equal(scene.stripe.state.intents.size, charges, 'nothing is charged');

  // An event whose subscription was read before it was charged to the new card.
  const [first] = [...scene.stripe.state.methods.values()].filter(({ card: { last4 } }) => last4 === '4242');
  Object.assign(subscription ?? {}, { default_payment_method: first?.id });
  scene.stripe.emit('customer.subscription.updated', subscription ?? {});
  await scene.deliver();
  assert.equal((await cardOf(customer.id))?.last4, '1881');
});

test('a page for a card that is left or expires adds none, and Stripe being unavailable is reported', async () => {
  verifies('DEC-CARD-01');
  const customer = await scene.service.account(0);
  const checkout = await startSetup(customer.id);
  const session = scene.stripe.state.sessions.get(checkout.split('/').at(-1) ?? '');
  Object.assign(session ?? {}, { status: 'expired' });
  scene.stripe.emit('checkout.session.expired', session ?? {});
  await scene.deliver();
  assert.equal(await cardOf(customer.id), undefined);
  const rows = await scene.service.database.query('select state from card_setups where account_id = $1', [
    customer.id,
  ]);
  assert.deepEqual(rows, [{ state: 'failed' }]);
  scene.stripe.fail(500, 500, 500);
  const refused = await scene.payments.startCardSetup(customer.id, 'http://localhost');
  assert.equal(!refused.ok && refused.problem.code, 'billing_verification_unavailable');
});

test('removing the card detaches every card of the customer at Stripe', async () => {
  verifies('DEC-CARD-04');
  const customer = await scene.service.account(0);
  await scene.buy(customer, { amountUsd: 10 }, 'succeeds', '4242');
  await scene.buy(customer, { amountUsd: 10 }, 'succeeds', '1881');
  const { database } = scene.service;
  const { effects } = scene.payments;
  assert.equal(await removeCard(database, effects, 'stripe', customer.id, async () => {}), undefined);
  const [stripeCustomer] = await database.query<{ id: string }>(
    'select customer_id as id from stripe_customers where account_id = $1',
    [customer.id],
  );
  const attached = () =>
    [...scene.stripe.state.methods.values()].filter(({ customer: owner }) => owner === stripeCustomer?.id);
  await until(() => attached().length === 0);
  await scene.deliver();
  assert.equal(await cardOf(customer.id), undefined);
  assert.deepEqual(await violations(database), []);
});
