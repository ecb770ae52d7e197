import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import {
  readTerms,
  setArrears,
  setAutoRecharge,
  setCap,
  setPayPerUse,
  setPlan,
} from '../../src/funding/terms.ts';
import { type Clock, monthStart, systemClock } from '../../src/kernel/clock.ts';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { newId } from '../../src/kernel/ids.ts';
import { payArrears } from '../../src/payments/arrears/pay-arrears.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import {
  acceptorOf,
  balanceOf,
  imageQuote,
  jobRequest,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startKinora } from '../support/service-process.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';
import { openSandboxHarness, openStripeHarness, type ProviderHarness } from './provider-harness.ts';

/**
 * The service is killed after the provider has moved the money: just before its own commit, or just after it. Without
 * every drill, each payment is killed once.
 */

let scene: FaultScene;
let harness: ProviderHarness | undefined;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(async () => {
  await scene.end();
  await harness?.stop();
  harness = undefined;
});

const points: readonly CrashPoint[] = ['payment.before_commit', 'payment.after_commit'];
const harnesses = { sandbox: openSandboxHarness, stripe: openStripeHarness } as const;

/** Starts a service that runs the waiting tasks and is killed at `point`. */
async function runUntilKilled(point: CrashPoint, harness: ProviderHarness): Promise<void> {
  const settings = { ...scene.settings, ...harness.settings, KINORA_PORT: '0', CRASH_AT: point };
  const killed = startKinora(['serve', '--no-worker'], settings);
  assert.equal(await killed.ended(), null, killed.output());
}

async function areTasksDone(): Promise<boolean> {
  const waiting = await scene.database.query(
    `select from graphile_worker.jobs
     where task_identifier in ('auto_recharge', 'send_refund', 'collect_invoice', 'cancel_subscription')`,
  );
  return waiting.length === 0;
}

async function rows(sql: string): Promise<unknown[]> {
  return scene.database.query(sql);
}

/** Accepts and delivers an image of this price at the time of `clock`. */
async function spend(accountId: string, cents: number, clock: Clock = systemClock): Promise<void> {
  const { database } = scene;
  const accepted = await acceptorOf(database, clock)(jobRequest(accountId, { quote: imageQuote(cents) }));
  assert.equal(accepted.ok, true);
  const claimed = await claimJob(database, leaseRequest({ pools: ['image'] }));
  assert.ok(claimed);
  const media = { artifact: 'result.png', mime: 'image/png', width: 1, height: 1, duration_seconds: null };
  const result = { ...media, engine: 'test', engine_version: '1' } as Parameters<typeof completeJob>[3];
  const lease = { jobId: claimed.id, attempt: claimed.attempt };
  assert.ok(await completeJob(database, clock, lease, result, { key: 'k', bytes: 1 }));
}

/** Leaves the account with a declined invoice of 3 USD for last month. */
async function oweInvoice(accountId: string): Promise<void> {
  const { database } = scene;
  const lastMonth = manualClock(new Date(monthStart(systemClock.now()).getTime() - 1).toISOString());
  await database.transaction(async (tx) => {
    await setPlan(tx, accountId, { name: 'pro', source: 'web', interval: 'month' });
    await setPayPerUse(tx, accountId, true);
    await setCap(tx, accountId, 5000);
  });
  await spend(accountId, 1300, lastMonth);
  await database.query(
    `insert into invoices (id, account_id, month, amount_cents, state, created_at)
     select $1, account_id, month, month_end_cents, 'unpaid', now() from usage_months where account_id = $2`,
    [newId(), accountId],
  );
  await database.transaction((tx) => setArrears(tx, accountId, systemClock.now()));
}

/** Pays at the provider. Its event kills the service, and is delivered twice to the restarted one. */
async function payAndKill(
  point: CrashPoint,
  harness: ProviderHarness,
  accountId: string,
  order: PaymentOrder,
): Promise<void> {
  const paid = await harness.pay(accountId, order);
  const killed = await scene.start(['--no-worker'], { ...harness.settings, CRASH_AT: point });
  await assert.rejects(paid.deliver(killed.url));
  assert.equal(await killed.ended(), null);
  const { url } = await scene.restartHere(harness.settings);
  await paid.deliver(url);
  await paid.deliver(url);
}

type Provider = keyof typeof harnesses;

/** Tests every provider at every point, or `provider` at `at`. */
function drill(
  what: string,
  provider: Provider,
  at: CrashPoint,
  run: (point: CrashPoint, harness: ProviderHarness) => Promise<void>,
): void {
  for (const [name, openHarness] of Object.entries(harnesses)) {
    for (const point of points) {
      if (!EVERY_DRILL && (name !== provider || point !== at)) continue;
      test(`${name}, killed at ${point}: ${what}`, async () => {
        harness = await openHarness(scene);
        await run(point, harness);
      });
    }
  }
}

drill('a top-up is charged and credited once', 'stripe', 'payment.before_commit', async (point, harness) => {
  verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
  const { id } = await scene.customer(0);
  await payAndKill(point, harness, id, { amountUsd: 25 });
  assert.deepEqual(await harness.chargedCents(), [2500]);
  assert.equal(await balanceOf(scene.database, id), 2500);
  assert.deepEqual(await rows('select state from payments'), [{ state: 'succeeded' }]);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

for (const point of points) {
  if (!EVERY_DRILL && point !== 'payment.before_commit') continue;
  test(`stripe, killed at ${point}: what is refunded in the dashboard is taken back and owed once`, async () => {
    verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-07');
    harness = await openStripeHarness(scene);
    const { id } = await scene.customer(0);
    await harness.buy(id, { amountUsd: 10 });
    await spend(id, 300);
    harness.refundInDashboard(1000);
    const killed = await scene.start(['--no-worker'], { ...harness.settings, CRASH_AT: point });
    await assert.rejects(harness.redeliver(killed.url));
    assert.equal(await killed.ended(), null);
    const { url } = await scene.restartHere(harness.settings);
    await harness.redeliver(url);
    await harness.redeliver(url);
    assert.equal(await balanceOf(scene.database, id), 0);
    assert.deepEqual(await rows('select reversed_cents as reversed, owed_cents as owed from takebacks'), [
      { reversed: 700, owed: 300 },
    ]);
    assert.deepEqual(await violationsBesidesPrices(scene.database), []);
  });
}

drill('a plan is charged and activated once', 'stripe', 'payment.after_commit', async (point, harness) => {
  verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
  const { id } = await scene.customer(0);
  await payAndKill(point, harness, id, { plan: 'max', interval: 'month' });
  assert.deepEqual(await harness.chargedCents(), [9900]);
  assert.equal((await readTerms(scene.database, id))?.plan, 'max');
  assert.deepEqual(await rows('select state from subscriptions'), [{ state: 'active' }]);
  assert.deepEqual(await rows('select state from payments'), [{ state: 'succeeded' }]);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

drill(
  'a recharge is charged and credited once',
  'sandbox',
  'payment.before_commit',
  async (point, harness) => {
    verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
    const { id } = await scene.customer(0);
    await harness.buy(id, { amountUsd: 10 });
    await scene.database.transaction((tx) => setAutoRecharge(tx, id, 25));
    await spend(id, 900);
    await addTask(scene.database, 'auto_recharge', { accountId: id });
    await runUntilKilled(point, harness);
    assert.deepEqual(await harness.chargedCents(), [1000, 2500], 'the provider has received the payment');

    const { url } = await scene.restartHere(harness.settings);
    await until(areTasksDone);
    await harness.redeliver(url);
    assert.deepEqual(await harness.chargedCents(), [1000, 2500]);
    assert.equal(await balanceOf(scene.database, id), 2600);
    assert.deepEqual(await violationsBesidesPrices(scene.database), []);
  },
);

drill('a purchase is refunded once', 'stripe', 'payment.before_commit', async (point, harness) => {
  verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
  const { id } = await scene.customer(0);
  await harness.buy(id, { amountUsd: 25 });
  const [purchase] = await scene.database.query<{ id: string }>('select id from purchases');
  await refundPayment(scene.database, harness.payments.effects, id, purchase?.id ?? '');
  await runUntilKilled(point, harness);
  assert.equal(await harness.refunds(), 1, 'the provider has refunded it');

  const { url } = await scene.restartHere(harness.settings);
  await until(areTasksDone);
  await harness.redeliver(url);
  assert.equal(await harness.refunds(), 1);
  assert.equal(await balanceOf(scene.database, id), 0);
  assert.deepEqual(await rows('select state from refunds'), [{ state: 'settled' }]);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

drill("a month's invoice is collected once", 'stripe', 'payment.after_commit', async (point, harness) => {
  verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
  const { id } = await scene.customer(0);
  const lastMonth = manualClock(new Date(monthStart(systemClock.now()).getTime() - 1).toISOString());
  await harness.buy(id, { amountUsd: 10 }, lastMonth);
  await scene.database.transaction(async (tx) => {
    await setPlan(tx, id, { name: 'pro', source: 'web', interval: 'month' });
    await setPayPerUse(tx, id, true);
    await setCap(tx, id, 5000);
  });
  await spend(id, 1300, lastMonth);
  await addTask(scene.database, 'payments_due', {});
  await runUntilKilled(point, harness);
  assert.deepEqual(await harness.chargedCents(), [300, 1000], 'the provider has received the payment');

  const { url } = await scene.restartHere(harness.settings);
  await until(areTasksDone);
  await addTask(scene.database, 'payments_due', {});
  await harness.redeliver(url);
  await until(areTasksDone);
  assert.deepEqual(await harness.chargedCents(), [300, 1000]);
  assert.equal(await harness.invoices(), 1);
  assert.deepEqual(await rows('select state, amount_cents as cents from invoices'), [
    { state: 'paid', cents: 300 },
  ]);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

drill(
  'arrears are paid once, however often that is asked for',
  'sandbox',
  'payment.before_commit',
  async (point, harness) => {
    verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02', 'DEC-ARREARS-02');
    const { id } = await scene.customer(0);
    await harness.buy(id, { amountUsd: 10 });
    await oweInvoice(id);
    const { effects, subscriptions } = harness.payments;
    const pay = () => payArrears(scene.database, effects, subscriptions.provider.name, id);
    const asked = await Promise.all([pay(), pay(), pay()]);
    for (const answer of asked) assert.deepEqual(answer.ok && answer.value?.isCharging, true);
    await runUntilKilled(point, harness);
    assert.deepEqual(await harness.chargedCents(), [300, 1000], 'the provider has received the payment');

    const { url } = await scene.restartHere(harness.settings);
    await until(areTasksDone);
    await harness.redeliver(url);
    await pay();
    await until(areTasksDone);
    assert.deepEqual(await harness.chargedCents(), [300, 1000]);
    assert.equal((await readTerms(scene.database, id))?.arrearsSince, null);
    assert.deepEqual(await rows('select state, tries from invoices'), [{ state: 'paid', tries: 2 }]);
    assert.deepEqual(await violationsBesidesPrices(scene.database), []);
  },
);
