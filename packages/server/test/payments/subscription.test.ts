import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readTerms, setPlan } from '../../src/funding/terms.ts';
import { readPayer } from '../../src/payments/payment.ts';
import type { EventOf } from '../../src/payments/payment-event.ts';
import { payCheckout, readCheckout } from '../../src/payments/sandbox/checkout.ts';
import { createStartPayment } from '../../src/payments/start-payment.ts';
import { cancelPlan, changePlan } from '../../src/payments/subscription/change-plan.ts';
import { currentSubscription } from '../../src/payments/subscription/current-subscription.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { DECLINES_LATER, PAYS, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

const CARD = { number: PAYS, expiry: '12/99', cvc: '123' };
const clock = manualClock('2031-01-31T12:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(() => scene.close());

async function planOf(accountId: string): Promise<string | null> {
  const terms = await readTerms(scene.database, accountId);
  return terms?.plan == null ? null : `${terms.plan} by the ${terms.planInterval} from ${terms.planSource}`;
}

test('Pro costs 19 USD a month; Max costs 99 a month or 948 a year', async () => {
  verifies('V1-PLAN-01', 'V1-PLAN-02');
  const price = async (plan: 'pro' | 'max', interval: 'month' | 'year') => {
    const { checkoutUrl } = await scene.start(await scene.customer(), { plan, interval });
    return (await readCheckout(scene.database, checkoutUrl.split('/').at(-1) ?? ''))?.amountCents;
  };
  assert.equal(await price('pro', 'month'), 1900);
  assert.equal(await price('max', 'month'), 9900);
  assert.equal(await price('max', 'year'), 79 * 12 * 100);
});

test('Pro is not sold by the year, and an account has at most one subscription', async () => {
  const start = createStartPayment(scene.database, clock, scene.provider, scene.catalogue);
  const accountId = await scene.customer();
  const byYear = await start(accountId, { plan: 'pro', interval: 'year' }, 'http://localhost/');
  assert.equal(!byYear.ok && byYear.problem.code, 'invalid_request');
  await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  const twice = await start(accountId, { plan: 'max', interval: 'month' }, 'http://localhost/');
  assert.equal(!twice.ok && twice.problem.code, 'invalid_request');
});

test('a plan is bought, changed and cancelled, and ends with its paid period', async () => {
  const accountId = await scene.customer();
  await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  assert.equal(await planOf(accountId), 'pro by the month from web');
  assert.ok((await readTerms(scene.database, accountId))?.cardAddedAt);
  const [account] = await scene.database.query<{ firstPaidAt: Date | null }>(
    'select first_paid_at as "firstPaidAt" from funding_accounts where account_id = $1',
    [accountId],
  );
  assert.deepEqual(account?.firstPaidAt, clock.now(), 'the limits of a new account end 7 days after');
  assert.equal(await changePlan(scene, accountId, { plan: 'max', interval: 'month' }), undefined);
  assert.equal(await planOf(accountId), 'max by the month from web');
  clock.advance(HOUR_MS);
  assert.equal(await cancelPlan(scene, accountId), undefined);
  await scene.tick();
  assert.equal(await planOf(accountId), 'max by the month from web');
  clock.set('2031-02-28T11:59:59.999Z');
  await scene.tick();
  assert.equal(await planOf(accountId), 'max by the month from web');
  clock.set('2031-02-28T12:00:00.000Z');
  await scene.tick();
  assert.equal(await planOf(accountId), null);
  assert.equal((await cancelPlan(scene, accountId))?.code, 'invalid_request');
  assert.deepEqual(await violations(scene.database), []);
});

async function chargesOf(paymentId: string, accountId: string): Promise<number[]> {
  const rows = await scene.database.query<{ cents: number }>(
    'select amount_cents as cents from sandbox_charges where account_id = $1 and id <> $2 order by created_at',
    [accountId, paymentId],
  );
  return rows.map(({ cents }) => cents);
}

test('a downgrade takes effect at the end of the paid period, and credits nothing', async () => {
  verifies('DEC-PLAN-01');
  clock.set('2031-03-10T12:00:00.000Z');
  const accountId = await scene.customer();
  const bought = await scene.buy(accountId, { plan: 'max', interval: 'month' });
  clock.advance(HOUR_MS);
  assert.equal(await changePlan(scene, accountId, { plan: 'pro', interval: 'month' }), undefined);
  assert.equal(await planOf(accountId), 'max by the month from web');
  const pending = await currentSubscription(scene.database, 'sandbox', accountId);
  assert.deepEqual(pending?.next, {
    plan: 'pro',
    interval: 'month',
    cents: 1900,
    at: new Date('2031-04-10T12:00:00.000Z'),
  });
  clock.set('2031-04-10T11:59:59.999Z');
  await scene.tick();
  assert.equal(await planOf(accountId), 'max by the month from web');
  assert.deepEqual(await chargesOf(bought, accountId), []);
  clock.set('2031-04-10T12:00:00.000Z');
  await scene.tick();
  assert.equal(await planOf(accountId), 'pro by the month from web');
  assert.deepEqual(await chargesOf(bought, accountId), [1900], 'the renewal at the new price');
  assert.equal((await currentSubscription(scene.database, 'sandbox', accountId))?.next, null);
  assert.deepEqual(await violations(scene.database), []);
});

test('an upgrade takes effect at once and charges the difference for the rest of the period', async () => {
  verifies('DEC-PLAN-02');
  clock.set('2031-04-01T00:00:00.000Z');
  const accountId = await scene.customer();
  const bought = await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  clock.set('2031-04-16T00:00:00.000Z');
  assert.equal(await changePlan(scene, accountId, { plan: 'max', interval: 'month' }), undefined);
  assert.equal(await planOf(accountId), 'max by the month from web');
  assert.deepEqual(await chargesOf(bought, accountId), [4000], 'half of 99 less 19 USD');
  clock.advance(1);
  assert.equal(await changePlan(scene, accountId, { plan: 'max', interval: 'year' }), undefined);
  assert.deepEqual(await chargesOf(bought, accountId), [4000, 94_800 - 4950], 'a new period starts');
  const max = await currentSubscription(scene.database, 'sandbox', accountId);
  assert.equal(max?.interval, 'year');
  await cancelPlan(scene, accountId);
});

test('a pending downgrade is replaced, dropped by keeping the plan, and dropped by a cancellation', async () => {
  verifies('DEC-PLAN-03');
  clock.set('2031-05-01T00:00:00.000Z');
  const accountId = await scene.customer();
  await scene.buy(accountId, { plan: 'max', interval: 'year' });
  const next = async () => (await currentSubscription(scene.database, 'sandbox', accountId))?.next;
  for (const to of [
    { plan: 'pro', interval: 'month', cents: 1900 },
    { plan: 'max', interval: 'month', cents: 9900 },
  ] as const) {
    clock.advance(1000);
    await changePlan(scene, accountId, to);
    assert.deepEqual(await next(), { ...to, at: new Date('2032-05-01T00:00:00.000Z') });
  }
  clock.advance(1000);
  await changePlan(scene, accountId, { plan: 'max', interval: 'year' });
  assert.equal(await next(), null);
  clock.advance(1000);
  await changePlan(scene, accountId, { plan: 'pro', interval: 'month' });
  clock.advance(1000);
  await cancelPlan(scene, accountId);
  const cancelled = await currentSubscription(scene.database, 'sandbox', accountId);
  assert.deepEqual([cancelled?.next, cancelled?.endsAt], [null, new Date('2032-05-01T00:00:00.000Z')]);
  assert.equal(await planOf(accountId), 'max by the year from web');
});

test('every charge for a plan is reported by email', async () => {
  verifies('DEC-NOTICE-01');
  clock.set('2031-06-01T00:00:00.000Z');
  scene.emails.length = 0;
  const accountId = await scene.customer();
  await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  clock.set('2031-06-16T00:00:00.000Z');
  await changePlan(scene, accountId, { plan: 'max', interval: 'month' });
  clock.set('2031-07-01T00:00:00.000Z');
  await scene.tick();
  const email = (await readPayer(scene.database, accountId)).email;
  assert.deepEqual(
    scene.emails.filter(({ to }) => to === email).map(({ subject }) => subject),
    ['19.00', '40.00', '99.00'].map((usd) => `Your card was charged ${usd} USD`),
  );
  await cancelPlan(scene, accountId);
});

test('a subscription renews while its card pays, and ends when it is declined', async () => {
  clock.set('2031-03-01T00:00:00.000Z');
  const pays = await scene.customer();
  const declines = await scene.customer();
  const paymentId = await scene.buy(pays, { plan: 'max', interval: 'month' });
  await scene.buy(declines, { plan: 'pro', interval: 'month' }, DECLINES_LATER);
  assert.equal(
    (await changePlan(scene, declines, { plan: 'max', interval: 'month' }))?.code,
    'card_required',
  );
  clock.set('2031-06-15T00:00:00.000Z');
  await Promise.all([scene.tick(), scene.tick()]);
  assert.equal(await planOf(pays), 'max by the month from web');
  assert.equal(await planOf(declines), null);
  const charges = await scene.database.query<{ cents: number }>(
    `select amount_cents as cents from sandbox_charges where id like $1`,
    [`${paymentId}%`],
  );
  assert.deepEqual(
    charges.map(({ cents }) => cents),
    [9900, 9900, 9900, 9900],
  );
});

test('a subscription bought on the 31st renews on the last day of short months and on the 31st of others', async () => {
  clock.set('2031-10-31T12:00:00.000Z');
  const accountId = await scene.customer();
  await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  const days: string[] = [];
  for (let month = 0; month < 6; month++) {
    const [row] = await scene.database.query<{ paidUntil: Date }>(
      'select paid_until as "paidUntil" from sandbox_subscriptions where account_id = $1',
      [accountId],
    );
    assert.ok(row);
    days.push(row.paidUntil.toISOString().slice(0, 10));
    clock.set(row.paidUntil.toISOString());
    await scene.tick();
  }
  assert.deepEqual(days, [
    '2031-11-30',
    '2031-12-31',
    '2032-01-31',
    '2032-02-29',
    '2032-03-31',
    '2032-04-30',
  ]);
  await cancelPlan(scene, accountId);
});

test('the end of a subscription does not end a plan that the operator granted', async () => {
  const accountId = await scene.customer();
  await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  const granted = { name: 'max', source: 'operator', interval: 'month' } as const;
  await scene.database.transaction((tx) => setPlan(tx, accountId, granted));
  await cancelPlan(scene, accountId);
  clock.advance(40 * 24 * HOUR_MS);
  await scene.tick();
  assert.equal(await planOf(accountId), 'max by the month from operator');
});

test('the events of a subscription end in the same plan in every order', async () => {
  const minute = (at: number) => new Date(clock.now().getTime() + at * 60_000);
  const orders = permutations([0, 1, 2, 3]);
  for (const order of orders) {
    const accountId = await scene.customer();
    const { paymentId } = await scene.start(accountId, { plan: 'pro', interval: 'month' });
    const eventBase = { operationId: paymentId, subscriptionId: `of ${paymentId}` };
    const active = {
      ...eventBase,
      type: 'subscription_active',
      interval: 'month',
      endsAt: null,
      next: null,
      period: { start: minute(0), end: minute(4) },
      card: null,
    } as const;
    const events: (EventOf<'subscription_active'> | EventOf<'subscription_ended'>)[] = [
      { ...active, id: `1 ${paymentId}`, at: minute(1), plan: 'pro', cents: 1900 },
      { ...active, id: `2 ${paymentId}`, at: minute(2), plan: 'max', cents: 9900 },
      { ...active, id: `3 ${paymentId}`, at: minute(3), plan: 'max', cents: 9900, endsAt: minute(4) },
    ];
    const withoutEnd = order.filter((at) => at < 3);
    for (const at of [...withoutEnd, ...withoutEnd]) await scene.apply(events[at] as (typeof events)[number]);
    assert.equal(await planOf(accountId), 'max by the month from web', `${withoutEnd}`);

    const other = await scene.customer();
    const { paymentId: second } = await scene.start(other, { plan: 'pro', interval: 'month' });
    const again = events.map((event) => ({
      ...event,
      id: `${event.id}, ${second}`,
      operationId: second,
      subscriptionId: second,
    }));
    again.push({
      ...eventBase,
      operationId: second,
      subscriptionId: second,
      type: 'subscription_ended',
      id: `4 ${second}`,
      at: minute(4),
    });
    for (const at of order) await scene.apply(again[at] as (typeof events)[number]);
    assert.equal(await planOf(other), null, `${order}`);
    const [first] = again;
    assert.ok(first);
    await scene.apply({ ...first, id: `5 ${second}`, at: minute(5) });
    assert.equal(await planOf(other), null, 'an ended subscription never becomes active again');
  }
});

test('of two checkouts paid concurrently the plan bought last stays, and the other is not renewed', async () => {
  const accountId = await scene.customer();
  const [pro, max] = [
    await scene.start(accountId, { plan: 'pro', interval: 'month' }),
    await scene.start(accountId, { plan: 'max', interval: 'month' }),
  ];
  const at = clock.now();
  for (const { paymentId, plan, cents } of [
    { ...pro, plan: 'pro', cents: 1900 },
    { ...max, plan: 'max', cents: 9900 },
  ]) {
    await scene.database.query(
      `insert into sandbox_subscriptions 
         (id, operation_id, account_id, plan, plan_interval, period_start, anchored_at, paid_until, price_cents)
       values ($1::text, $1::uuid, $2, $3, 'month', $4, $4, $5, $6)`,
      [paymentId, accountId, plan, at, new Date(at.getTime() + 30 * 24 * HOUR_MS), cents],
    );
    await scene.apply({
      id: `active ${paymentId}`,
      at,
      type: 'subscription_active',
      operationId: paymentId,
      subscriptionId: paymentId,
      plan,
      interval: 'month',
      cents,
      endsAt: null,
      next: null,
      period: { start: at, end: at },
      card: null,
    });
  }
  await scene.runTasks();
  const rows = await scene.database.query<{ plan: string; cancels: boolean }>(
    'select plan, cancels from sandbox_subscriptions where account_id = $1 order by plan',
    [accountId],
  );
  assert.deepEqual(rows, [
    { plan: 'max', cancels: false },
    { plan: 'pro', cancels: true },
  ]);
  assert.equal(await planOf(accountId), 'max by the month from web');
  clock.advance(31 * 24 * HOUR_MS);
});

test('of two subscriptions that both run, the plan of the other one is in force when one ends', async () => {
  const accountId = await scene.customer();
  const [year, month] = [
    await scene.start(accountId, { plan: 'max', interval: 'year' }),
    await scene.start(accountId, { plan: 'pro', interval: 'month' }),
  ];
  for (const { checkoutUrl } of [year, month]) {
    await payCheckout(scene.sandbox, checkoutUrl.split('/').at(-1) ?? '', CARD);
    await scene.runTasks();
  }
  assert.equal(await planOf(accountId), 'pro by the month from web');
  clock.advance(HOUR_MS);
  await cancelPlan(scene, accountId);
  clock.advance(32 * 24 * HOUR_MS);
  await scene.tick();
  assert.equal(await planOf(accountId), 'max by the year from web', 'it is paid for another eleven months');
  clock.advance(340 * 24 * HOUR_MS);
  await scene.tick();
  assert.equal(await planOf(accountId), null);
  assert.deepEqual(await violations(scene.database), []);
});

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
