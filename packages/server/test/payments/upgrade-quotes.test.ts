import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { listPayments } from '../../src/payments/list-payments.ts';
import { changePlan } from '../../src/payments/subscription/change-plan.ts';
import { quoteUpgrades } from '../../src/payments/subscription/quote-upgrades.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';

const PRO = { plan: 'pro', interval: 'month' } as const;
const MAX = { plan: 'max', interval: 'month' } as const;
const MAX_YEAR = { plan: 'max', interval: 'year' } as const;

/** What was charged for plans, newest first. */
async function chargesOf(scene: Pick<PaymentScene, 'database'>, accountId: string) {
  const charges = await listPayments(scene.database, { accountId, before: undefined, limit: 10 });
  return charges.map(({ amountCents, plan, interval, upgrade }) => [amountCents, plan, interval, upgrade]);
}

describe('in the sandbox', () => {
  const clock = manualClock('2031-04-01T00:00:00.000Z');
  let scene: PaymentScene;
  before(async () => {
    scene = await setPaymentScene(clock);
  });
  after(() => scene.close());

  const quotesOf = (accountId: string) => quoteUpgrades(scene, accountId, clock.now());

  test('each upgrade has its amount, a downgrade none, and the amount is charged minutes later', async () => {
    verifies('DEC-PLAN-07', 'DEC-PLAN-08');
    const accountId = await scene.customer();
    assert.deepEqual((await quotesOf(accountId)).upgrades, []);
    await scene.buy(accountId, PRO);
    clock.set('2031-04-16T00:00:00.999Z');
    const { at, upgrades } = await quotesOf(accountId);
    assert.equal(at.toISOString(), '2031-04-16T00:00:00.000Z');
    assert.deepEqual(upgrades, [
      { ...MAX, cents: 4000 },
      { ...MAX_YEAR, cents: 94_800 - 950 },
    ]);
    // By now the difference is 3995 cents.
    clock.advance(14 * 60_000);
    assert.deepEqual(await changePlan(scene, accountId, MAX, { cents: 4000, at }), undefined);
    assert.deepEqual(await chargesOf(scene, accountId), [
      [4000, 'max', 'month', true],
      [1900, 'pro', 'month', false],
    ]);
    const [byYear, ...others] = (await quotesOf(accountId)).upgrades;
    assert.deepEqual([byYear?.plan, byYear?.interval, others], ['max', 'year', []]);
    assert.deepEqual(await violations(scene.database), []);
  });

  test('an amount that is no longer due is not charged, and the plan stays', async () => {
    verifies('DEC-PLAN-07');
    const accountId = await scene.customer();
    await scene.buy(accountId, PRO);
    clock.advance(HOUR_MS);
    const { at, upgrades } = await quotesOf(accountId);
    const [, byYear] = upgrades;
    assert.ok(byYear);
    // Another tab has upgraded meanwhile, which the year would have to count.
    assert.equal(await changePlan(scene, accountId, MAX), undefined);
    const before = await chargesOf(scene, accountId);
    const agreed = { cents: byYear.cents, at };
    assert.equal((await changePlan(scene, accountId, MAX_YEAR, agreed))?.code, 'changed_meanwhile');
    const wrong = { cents: byYear.cents - 1, at };
    assert.equal((await changePlan(scene, accountId, MAX_YEAR, wrong))?.code, 'changed_meanwhile');
    assert.deepEqual(await chargesOf(scene, accountId), before);
  });

  test('a renewal after an upgrade or a downgrade is named by its plan, and is no upgrade', async () => {
    verifies('DEC-PLAN-08');
    const accountId = await scene.customer();
    await scene.buy(accountId, MAX);
    clock.advance(1_000);
    await changePlan(scene, accountId, PRO);
    clock.advance(31 * 24 * HOUR_MS);
    await scene.tick();
    assert.deepEqual(await chargesOf(scene, accountId), [
      [1900, 'pro', 'month', false],
      [9900, 'max', 'month', false],
    ]);
  });
});

describe('at Stripe', () => {
  const clock = manualClock('2031-03-05T12:00:00.000Z');
  let scene: StripeScene;
  before(async () => {
    scene = await setStripeScene(clock);
  });
  after(() => scene.stop());

  async function proCustomer(): Promise<string> {
    const customer = await scene.service.account(0);
    await scene.buy(customer, PRO);
    const subscription = [...scene.stripe.state.subscriptions.values()].at(-1);
    // Bought ten of thirty days ago.
    for (const name of ['current_period_start', 'current_period_end']) {
      if (subscription) subscription.items.data[0][name] -= 10 * 86_400;
    }
    return customer.id;
  }
  const quotesOf = (accountId: string, at = new Date()) =>
    quoteUpgrades(scene.payments.subscriptions, accountId, at);

  test('Stripe previews the amount, and charges that of the same second', async () => {
    verifies('DEC-PLAN-07');
    const accountId = await proCustomer();
    const minutesAgo = new Date(Date.now() - 10 * 60_000);
    const { at, upgrades } = await quotesOf(accountId, minutesAgo);
    const max = upgrades.find(({ interval }) => interval === 'month');
    assert.ok(max !== undefined && max.cents > 5_330 && max.cents < 5_340, String(max?.cents));
    scene.stripe.state.proratedCents.length = 0;
    const { subscriptions } = scene.payments;
    assert.equal(await changePlan(subscriptions, accountId, MAX, { cents: max.cents, at }), undefined);
    assert.deepEqual(scene.stripe.state.proratedCents, [max.cents]);
  });

  test('another amount than Stripe would charge is refused before anything changes', async () => {
    verifies('DEC-PLAN-07');
    const accountId = await proCustomer();
    const { at, upgrades } = await quotesOf(accountId);
    scene.stripe.state.proratedCents.length = 0;
    const { subscriptions } = scene.payments;
    const cents = (upgrades[0]?.cents ?? 0) - 1;
    for (const agreed of [
      { cents, at },
      // The quote is of the period before.
      { cents: 7_999, at: new Date(Date.now() - 11 * 86_400_000) },
    ]) {
      assert.equal((await changePlan(subscriptions, accountId, MAX, agreed))?.code, 'changed_meanwhile');
    }
    assert.deepEqual(scene.stripe.state.proratedCents, []);
    scene.stripe.fail(500, 500, 500, 500, 500, 500);
    assert.deepEqual((await quotesOf(accountId)).upgrades, [], 'while Stripe is unavailable');
  });

  for (const [order, arrange] of [
    ['before', (events: object[]) => events],
    ['after', (events: object[]) => [...events].reverse()],
  ] as const) {
    test(`the charge of an upgrade is named by it when its webhook arrives ${order} that of the change`, async () => {
      verifies('DEC-PLAN-08');
      const accountId = await proCustomer();
      const { providerId } = (await scene.service.database
        .query<{ providerId: string }>(
          'select provider_id as "providerId" from subscriptions where account_id = $1',
          [accountId],
        )
        .then(([row]) => row)) ?? { providerId: '' };
      // The change is made at Stripe; the service learns of it from the webhooks alone.
      const offer = { ...MAX, cents: 9900, product: 'Kinora Max' };
      const change = { operationId: accountId, subscriptionId: providerId, agreed: undefined, ...offer };
      await scene.provider.changeSubscription(change);
      await scene.deliver(arrange);
      assert.deepEqual(await chargesOf(scene.service, accountId), [
        [8000, 'max', 'month', true],
        [1900, 'pro', 'month', false],
      ]);
    });
  }
});
