import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Database } from '../../src/db/database.ts';
import { readPayer } from '../../src/payments/payment.ts';
import { payCheckout } from '../../src/payments/sandbox/checkout.ts';
import { cancelPlan, changePlan } from '../../src/payments/subscription/change-plan.ts';
import { currentSubscription } from '../../src/payments/subscription/current-subscription.ts';
import { priceRenewal, requestRenewalPrices } from '../../src/payments/subscription/price-renewals.ts';
import { quoteUpgrades } from '../../src/payments/subscription/quote-upgrades.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { PAYS, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';
import { addStudio, setMonthly } from '../support/sold-catalogue.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';

const PRO = { plan: 'pro', interval: 'month' } as const;
const MAX = { plan: 'max', interval: 'month' } as const;
const DAY_MS = 24 * HOUR_MS;

/** What was charged for plans, in order. */
async function chargesOf(database: Database, accountId: string): Promise<number[]> {
  const rows = await database.query<{ cents: number }>(
    'select amount_cents as cents from plan_charges where account_id = $1 order by number',
    [accountId],
  );
  return rows.map(({ cents }) => cents);
}

/** What a subscription pays and renews at, each with the version of the catalogue that says so. */
async function pricesOf(database: Database, accountId: string) {
  const [row] = await database.query<Record<'cents' | 'version' | 'nextCents' | 'nextVersion', number>>(
    `select price_cents as cents, catalogue_version as version, next_cents as "nextCents", next_version as "nextVersion"
     from subscriptions where account_id = $1 order by changed_at desc limit 1`,
    [accountId],
  );
  return row && [row.cents, row.version, row.nextCents, row.nextVersion];
}

describe('in the sandbox', () => {
  const clock = manualClock('2031-01-01T00:00:00.000Z');
  let scene: PaymentScene;
  before(async () => {
    scene = await setPaymentScene(clock);
  });
  after(async () => {
    assert.deepEqual(await violations(scene.database), []);
    await scene.close();
  });

  const told = async (accountId: string) => {
    const { email } = await readPayer(scene.database, accountId);
    return scene.emails
      .filter(({ to, subject }) => to === email && subject.startsWith('The price'))
      .map(
        ({ subject, text }) => `${subject}: ${/costs (.*? USD a \w+ instead of .*?) USD/.exec(text)?.[1]}`,
      );
  };
  const subscriptionOf = (accountId: string) => currentSubscription(scene.database, 'sandbox', accountId);
  const setDay = async (day: string) => {
    clock.set(`${day}T00:00:00.000Z`);
    await scene.tick();
  };

  test('a price holds until the renewal, which charges the new one, and the owner is told before', async () => {
    verifies('DEC-PLAN-10', 'DEC-PLAN-11');
    const early = await scene.customer();
    await scene.buy(early, PRO);
    await setDay('2031-01-10');
    const accountId = await scene.customer();
    await scene.buy(accountId, PRO);
    // Known at once, and in force from the 5th of February: one renews before, one after.
    const version = scene.catalogue.apply(setMonthly('pro', 2500), new Date('2031-02-05T00:00:00.000Z'));
    await scene.tick();
    await scene.tick();
    assert.deepEqual(await told(accountId), [
      'The price of your Pro plan changes on 10 February 2031: 25.00 USD a month instead of 19.00',
    ]);
    assert.deepEqual(await told(early), []);
    assert.deepEqual(await pricesOf(scene.database, accountId), [1900, 1, 2500, version]);
    await setDay('2031-02-01');
    assert.deepEqual(await chargesOf(scene.database, early), [1900, 1900]);
    assert.deepEqual(await told(early), [
      'The price of your Pro plan changes on 1 March 2031: 25.00 USD a month instead of 19.00',
    ]);
    await setDay('2031-02-10');
    assert.deepEqual(await chargesOf(scene.database, accountId), [1900, 2500]);
    assert.deepEqual(await pricesOf(scene.database, accountId), [2500, version, null, null]);
    await setDay('2031-03-01');
    assert.deepEqual(await chargesOf(scene.database, early), [1900, 1900, 2500]);
    assert.equal((await told(accountId)).length, 1);
    for (const id of [early, accountId]) await cancelPlan(scene, id);
  });

  test('a price that nobody was told of is not charged, and one that is withdrawn is told again', async () => {
    verifies('DEC-PLAN-10');
    await setDay('2031-04-01');
    const accountId = await scene.customer();
    await scene.buy(accountId, MAX);
    clock.set('2031-05-01T00:00:00.000Z');
    scene.catalogue.apply(setMonthly('max', 12_000));
    // The renewal is due in the same minute.
    await scene.tick();
    assert.deepEqual(await chargesOf(scene.database, accountId), [9900, 9900]);
    assert.equal((await subscriptionOf(accountId))?.next?.cents, 12_000);
    scene.catalogue.apply(setMonthly('max', 9900));
    await scene.tick();
    assert.equal((await subscriptionOf(accountId))?.next, null);
    assert.deepEqual(await told(accountId), [
      'The price of your Max plan changes on 1 June 2031: 120.00 USD a month instead of 99.00',
      'The price of your Max plan changes on 1 June 2031: 99.00 USD a month instead of 120.00',
    ]);
    await setDay('2031-06-01');
    assert.deepEqual(await chargesOf(scene.database, accountId), [9900, 9900, 9900]);
    await cancelPlan(scene, accountId);
  });

  test('within the paid period the old price counts: kept without a charge, upgraded from what was paid', async () => {
    verifies('DEC-PLAN-10');
    await setDay('2031-07-01');
    const accountId = await scene.customer();
    scene.catalogue.apply(setMonthly('pro', 1900));
    await scene.buy(accountId, PRO);
    scene.catalogue.apply(setMonthly('pro', 3000));
    await scene.tick();
    clock.advance(HOUR_MS);
    await cancelPlan(scene, accountId);
    await scene.tick();
    assert.equal((await told(accountId)).length, 1, 'what is cancelled does not renew');
    clock.advance(HOUR_MS);
    assert.equal(await changePlan(scene, accountId, PRO), undefined);
    assert.deepEqual(await chargesOf(scene.database, accountId), [1900]);
    await scene.tick();
    assert.equal((await subscriptionOf(accountId))?.next?.cents, 3000, 'it renews again, at the new price');
    clock.set('2031-07-16T12:00:00.000Z');
    const { upgrades } = await quoteUpgrades(scene, accountId, clock.now());
    assert.deepEqual(upgrades[0], { ...MAX, cents: 4000 });
    clock.advance(1000);
    assert.equal(await changePlan(scene, accountId, MAX), undefined);
    const [, upgrade = 0] = await chargesOf(scene.database, accountId);
    assert.ok(Math.abs(upgrade - 4000) <= 1, `${upgrade}`);
    assert.equal((await subscriptionOf(accountId))?.next, null);
    await cancelPlan(scene, accountId);
  });

  test('a checkout charges what it showed, and the renewal the price of the catalogue', async () => {
    verifies('DEC-PLAN-10', 'DEC-PLAN-11');
    await setDay('2031-08-01');
    const before = scene.catalogue.apply(setMonthly('pro', 1900));
    const accountId = await scene.customer();
    const { checkoutUrl } = await scene.start(accountId, PRO);
    const after = scene.catalogue.apply(setMonthly('pro', 2100));
    const card = { number: PAYS, expiry: '12/99', cvc: '123' };
    await payCheckout(scene.sandbox, checkoutUrl.split('/').at(-1) ?? '', card);
    assert.deepEqual(await chargesOf(scene.database, accountId), [1900]);
    assert.deepEqual(await pricesOf(scene.database, accountId), [1900, before, null, null]);
    await scene.tick();
    assert.deepEqual(await pricesOf(scene.database, accountId), [1900, before, 2100, after]);
    assert.equal((await told(accountId)).length, 1);
    await cancelPlan(scene, accountId);
  });

  test('a downgrade that waits renews at the price that its plan has then', async () => {
    verifies('DEC-PLAN-10', 'DEC-PLAN-11');
    await setDay('2031-09-01');
    scene.catalogue.apply(setMonthly('pro', 1900));
    const accountId = await scene.customer();
    await scene.buy(accountId, MAX);
    await changePlan(scene, accountId, PRO);
    scene.catalogue.apply(setMonthly('pro', 2200));
    await scene.tick();
    assert.deepEqual(await told(accountId), [
      'The price of your Pro plan changes on 1 October 2031: 22.00 USD a month instead of 19.00',
    ]);
    await setDay('2031-10-01');
    assert.deepEqual(await chargesOf(scene.database, accountId), [9900, 2200]);
    await cancelPlan(scene, accountId);
  });

  test('a plan that is sold no more stays with who has it, at its price, and is sold to nobody else', async () => {
    verifies('DEC-PLAN-12');
    await setDay('2031-11-01');
    scene.catalogue.apply(addStudio);
    const studio = { plan: 'studio', interval: 'month' } as const;
    const accountId = await scene.customer();
    await scene.buy(accountId, studio);
    scene.catalogue.apply(setMonthly('studio', null));
    await setDay('2031-12-01');
    assert.deepEqual(await chargesOf(scene.database, accountId), [4900, 4900]);
    clock.advance(HOUR_MS);
    await cancelPlan(scene, accountId);
    clock.advance(HOUR_MS);
    assert.equal(await changePlan(scene, accountId, studio), undefined, 'it can be kept');
    assert.deepEqual(await told(accountId), []);
    const other = await scene.customer();
    await scene.buy(other, PRO);
    assert.equal((await changePlan(scene, other, studio))?.code, 'invalid_request');
    await assert.rejects(scene.start(await scene.customer(), studio), /studio is sold no more/);
    for (const id of [other, accountId]) {
      clock.advance(HOUR_MS);
      await cancelPlan(scene, id);
    }
  });
});

describe('at Stripe', () => {
  const clock = manualClock(new Date(Date.now() - DAY_MS).toISOString());
  let scene: StripeScene;
  before(async () => {
    scene = await setStripeScene(clock);
  });
  after(async () => {
    assert.deepEqual(await violations(scene.service.database), []);
    await scene.stop();
  });

  /** What the task of every minute and the tasks that it adds do. */
  async function tick(): Promise<void> {
    const { database } = scene.service;
    const { effects, apply } = scene.payments;
    const ids: string[] = [];
    const adding = {
      ...effects,
      addTask: async (_tx: unknown, _name: string, payload: object) => {
        ids.push((payload as { readonly subscriptionId: string }).subscriptionId);
      },
    };
    await requestRenewalPrices(database, adding, 'stripe');
    for (const id of ids) await priceRenewal({ database, effects, provider: scene.provider, apply }, id);
  }
  async function subscriber(plan: 'pro' | 'max' | 'studio_2') {
    const customer = await scene.service.account(0);
    await scene.buy(customer, { plan, interval: 'month' });
    const subscription = [...scene.stripe.state.subscriptions.values()].at(-1);
    assert.ok(subscription);
    return { accountId: customer.id, subscription };
  }
  const priceAtStripe = (subscription: { items: { data: { price: { lookup_key: string } }[] } }) =>
    subscription.items.data[0]?.price.lookup_key;

  test('a price is moved at the end of the period, by the key of its plan and amount, and nothing is prorated', async () => {
    verifies('DEC-PLAN-10', 'DEC-PLAN-11', 'DEC-PLAN-13');
    const { database, dataDir } = scene.service;
    const { accountId, subscription } = await subscriber('pro');
    const version = scene.catalogue.apply(setMonthly('pro', 2400));
    scene.stripe.state.proratedCents.length = 0;
    await tick();
    await tick();
    await scene.deliver((events) => [...events, ...events]);
    assert.equal(priceAtStripe(subscription as never), 'kinora_pro_month_1900');
    assert.deepEqual(await pricesOf(database, accountId), [1900, 1, 2400, version]);
    const { email } = await readPayer(database, accountId);
    const mails = async () =>
      (await emailsIn(dataDir)).filter(({ to, subject }) => to === email && subject.startsWith('The price'));
    await until(async () => (await mails()).length === 1);
    scene.stripe.renew(subscription);
    await scene.deliver((events) => [...events, ...events].reverse());
    assert.equal(priceAtStripe(subscription as never), 'kinora_pro_month_2400');
    assert.deepEqual(await chargesOf(database, accountId), [1900, 2400]);
    assert.deepEqual(await pricesOf(database, accountId), [2400, version, null, null]);
    assert.deepEqual(scene.stripe.state.proratedCents, []);
    assert.equal((await mails()).length, 1);
    scene.stripe.renew(subscription);
    await scene.deliver();
    assert.deepEqual(await chargesOf(database, accountId), [1900, 2400, 2400]);
    await cancelPlan(scene.payments.subscriptions, accountId);
  });

  test('while Stripe is unavailable no price is moved and nobody is told; an upgrade drops it, and a cancellation', async () => {
    verifies('DEC-PLAN-10');
    const { database } = scene.service;
    const { subscriptions } = scene.payments;
    scene.catalogue.apply(setMonthly('pro', 1900));
    const { accountId, subscription } = await subscriber('pro');
    scene.catalogue.apply(setMonthly('pro', 3000));
    scene.stripe.fail(500, 500, 500);
    await assert.rejects(tick());
    assert.equal((await currentSubscription(database, 'stripe', accountId))?.next, null);
    await tick();
    assert.equal((await currentSubscription(database, 'stripe', accountId))?.next?.cents, 3000);
    assert.equal(await changePlan(subscriptions, accountId, MAX), undefined);
    assert.deepEqual(
      [subscription.schedule, priceAtStripe(subscription as never)],
      [null, 'kinora_max_month_9900'],
    );
    assert.equal((await currentSubscription(database, 'stripe', accountId))?.next, null);
    await scene.deliver();
    assert.deepEqual(await chargesOf(database, accountId), [1900, 8000]);
    scene.catalogue.apply(setMonthly('max', 11_000));
    await tick();
    assert.equal(typeof subscription.schedule, 'string');
    // Back to what is paid: it renews as it is.
    scene.catalogue.apply(setMonthly('max', 9900));
    await tick();
    assert.equal(subscription.schedule, null);
    await cancelPlan(subscriptions, accountId);
    scene.catalogue.apply(setMonthly('max', 11_000));
    await tick();
    assert.deepEqual([subscription.schedule, subscription.cancel_at_period_end], [null, true]);
    scene.catalogue.apply(setMonthly('max', 9900));
  });

  test('the id of a plan may contain what separates the parts of a key', async () => {
    verifies('DEC-PLAN-13');
    scene.catalogue.apply((document) => {
      addStudio(document);
      for (const plan of document.plans) if (plan.id === 'studio') plan.id = 'studio_2';
    });
    const { accountId, subscription } = await subscriber('studio_2');
    assert.equal(priceAtStripe(subscription as never), 'kinora_studio_2_month_4900');
    assert.equal((await currentSubscription(scene.service.database, 'stripe', accountId))?.plan, 'studio_2');
    assert.equal([...scene.stripe.state.prices.values()].at(-1)?.product_data.name, 'Kinora Studio');
    await cancelPlan(scene.payments.subscriptions, accountId);
  });
});
