import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readTerms, setAutoRecharge, setCap, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { completeJob } from '../../src/jobs/attempts/complete-attempt.ts';
import { claimJob } from '../../src/jobs/queue/claim-job.ts';
import { type Clock, monthStart, systemClock } from '../../src/kernel/clock.ts';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { acceptorOf, balanceOf, imageQuote, jobRequest, violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startKinora } from '../support/service-process.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';
import { openSandboxTill, openStripeTill, type Till } from './till.ts';

/** The service dies when the provider has moved the money and our side does not say so yet, or just does. */

let scene: FaultScene;
let till: Till | undefined;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(async () => {
  await scene.end();
  await till?.stop();
  till = undefined;
});

const LIMIT = { timeout: 60_000 };
const points: readonly CrashPoint[] = ['payment.before_commit', 'payment.after_commit'];
const tills = { sandbox: openSandboxTill, stripe: openStripeTill } as const;

/** A service that picks up the tasks that wait, and dies at `point`. */
async function dieAt(point: CrashPoint, till: Till): Promise<void> {
  const settings = { ...scene.settings, ...till.settings, KINORA_PORT: '0', CRASH_AT: point };
  const dying = startKinora(['serve', '--no-worker'], settings);
  assert.equal(await dying.ended(), null, dying.output());
}

/** A new service, to which the dead one's tasks look as lost as they are. */
async function revive(till: Till): Promise<string> {
  await scene.database.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes' where locked_at is not null`,
  );
  await scene.database.query(`update task_runners set seen_at = now() - interval '2 minutes'`);
  const { url } = await scene.start(['--no-worker'], till.settings);
  return url;
}

async function isEveryTaskDone(): Promise<boolean> {
  const waiting = await scene.database.query(
    `select from graphile_worker.jobs
     where task_identifier in ('auto_recharge', 'send_refund', 'collect_invoice', 'cancel_subscription')`,
  );
  return waiting.length === 0;
}

async function rows(sql: string): Promise<unknown[]> {
  return scene.database.query(sql);
}

/** A picture of this price, accepted and delivered at the time of `clock`. */
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

/** Pays at the provider's page, whose word kills the service, and is told again to the next one. */
async function payAndDie(
  point: CrashPoint,
  till: Till,
  accountId: string,
  order: PaymentOrder,
): Promise<void> {
  const paid = await till.open(accountId, order);
  const dying = await scene.start(['--no-worker'], { ...till.settings, CRASH_AT: point });
  await assert.rejects(paid.tell(dying.url));
  assert.equal(await dying.ended(), null);
  const url = await revive(till);
  await paid.tell(url);
  await paid.tell(url);
}

for (const [name, openTill] of Object.entries(tills)) {
  for (const point of points) {
    test(`${name}, killed at ${point}: a top-up is charged and credited once`, LIMIT, async () => {
      verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
      till = await openTill(scene);
      const { id } = await scene.customer(0);
      await payAndDie(point, till, id, { amountUsd: 25 });
      assert.deepEqual(await till.charged(), [2500]);
      assert.equal(await balanceOf(scene.database, id), 2500);
      assert.deepEqual(await rows('select state from payments'), [{ state: 'succeeded' }]);
      assert.deepEqual(await violations(scene.database), []);
    });

    test(`${name}, killed at ${point}: a plan is charged and begins once`, LIMIT, async () => {
      verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
      till = await openTill(scene);
      const { id } = await scene.customer(0);
      await payAndDie(point, till, id, { plan: 'max', interval: 'month' });
      assert.deepEqual(await till.charged(), [9900]);
      assert.equal((await readTerms(scene.database, id))?.plan, 'max');
      assert.deepEqual(await rows('select state from subscriptions'), [{ state: 'active' }]);
      assert.deepEqual(await rows('select state from payments'), [{ state: 'succeeded' }]);
      assert.deepEqual(await violations(scene.database), []);
    });

    test(`${name}, killed at ${point}: a recharge is charged and credited once`, LIMIT, async () => {
      verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
      till = await openTill(scene);
      const { id } = await scene.customer(0);
      await till.buy(id, { amountUsd: 10 });
      await scene.database.transaction((tx) => setAutoRecharge(tx, id, 25));
      await spend(id, 900);
      await addTask(scene.database, 'auto_recharge', { accountId: id });
      await dieAt(point, till);
      assert.deepEqual(await till.charged(), [1000, 2500], 'the provider has the money');

      const url = await revive(till);
      await until(isEveryTaskDone);
      await till.repeat(url);
      assert.deepEqual(await till.charged(), [1000, 2500]);
      assert.equal(await balanceOf(scene.database, id), 2600);
      assert.deepEqual(await violations(scene.database), []);
    });

    test(`${name}, killed at ${point}: a purchase is refunded once`, LIMIT, async () => {
      verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
      till = await openTill(scene);
      const { id } = await scene.customer(0);
      await till.buy(id, { amountUsd: 25 });
      const [purchase] = await scene.database.query<{ id: string }>('select id from purchases');
      await refundPayment(scene.database, till.payments.effects, id, purchase?.id ?? '');
      await dieAt(point, till);
      assert.equal(await till.refunds(), 1, 'the provider has given it back');

      const url = await revive(till);
      await until(isEveryTaskDone);
      await till.repeat(url);
      assert.equal(await till.refunds(), 1);
      assert.equal(await balanceOf(scene.database, id), 0);
      assert.deepEqual(await rows('select state from refunds'), [{ state: 'settled' }]);
      assert.deepEqual(await violations(scene.database), []);
    });

    test(`${name}, killed at ${point}: a month's invoice is collected once`, LIMIT, async () => {
      verifies('DEC-PAYMENT-01', 'DEC-PAYMENT-02');
      till = await openTill(scene);
      const { id } = await scene.customer(0);
      const lastMonth = manualClock(new Date(monthStart(systemClock.now()).getTime() - 1).toISOString());
      await till.buy(id, { amountUsd: 10 }, lastMonth);
      await scene.database.transaction(async (tx) => {
        await setPlan(tx, id, { name: 'pro', source: 'web', interval: 'month' });
        await setPayPerUse(tx, id, true);
        await setCap(tx, id, 5000);
      });
      await spend(id, 1300, lastMonth);
      await addTask(scene.database, 'payments_due', {});
      await dieAt(point, till);
      assert.deepEqual(await till.charged(), [300, 1000], 'the provider has the money');

      const url = await revive(till);
      await until(isEveryTaskDone);
      await addTask(scene.database, 'payments_due', {});
      await till.repeat(url);
      await until(isEveryTaskDone);
      assert.deepEqual(await till.charged(), [300, 1000]);
      assert.equal(await till.invoices(), 1);
      assert.deepEqual(await rows('select state, amount_cents as cents from invoices'), [
        { state: 'paid', cents: 300 },
      ]);
      assert.deepEqual(await violations(scene.database), []);
    });
  }
}
