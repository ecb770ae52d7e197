import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { until } from '../support/deadline.ts';
import { catalogueWith, sellFromStart } from '../support/default-catalogue.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { balanceOf, violationsBesidesPrices } from '../support/jobs-under-test.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

/** The service is killed while it charges a day of storage: before the commit of an account, or between two accounts. */

let scene: FaultScene;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(() => scene.end());

const GIB = 1024 ** 3;

const points: readonly CrashPoint[] = ['storage.before_commit', 'storage.after_commit'];
for (const point of points.slice(0, EVERY_DRILL ? undefined : 1)) {
  test(`killed at ${point}: each account is charged for the day once, and whole`, async () => {
    verifies('DEC-KEPT-09');
    const { database } = scene;
    // Whatever the month, the first day of one costs between a 31st and a 28th of 31 USD.
    await sellFromStart(
      database,
      catalogueWith([], { storage: { cents_per_gib_month: 3100, kept_percent: 50 } }, 2),
    );
    const accounts = [await scene.customer(1000), await scene.customer(1000)];
    for (const { id } of accounts) {
      await database.query(
        `insert into account_activity (account_id, interface, day, stored_bytes) values ($1, 'v1', '2031-01-01', $2)`,
        [id, 21 * GIB],
      );
    }
    const balances = () => Promise.all(accounts.map(({ id }) => balanceOf(database, id)));
    const killed = await scene.start(['--no-worker'], { CRASH_AT: point });
    await addTask(database, 'charge_storage', {});
    assert.equal(await killed.ended(), null);
    const charged = (await balances()).filter((cents) => cents < 1000);
    assert.equal(charged.length, point === 'storage.after_commit' ? 1 : 0);

    await scene.restartHere();
    await until(async () => {
      const done = await database.query('select from ledger_closing where storage_charged_on is not null');
      return done.length > 0;
    });
    const days = await database.query<{ cents: number; count: number }>(
      'select sum(prepaid_cents)::int as cents, count(*)::int as count from storage_days group by account_id',
    );
    assert.equal(days.length, 2);
    for (const [at, left] of (await balances()).entries()) {
      assert.equal(days[at]?.count, 1);
      assert.equal(left, 1000 - (days[at]?.cents ?? 0));
      assert.ok(left <= 900 && left >= 889);
    }
    const found = await violationsBesidesPrices(database);
    assert.deepEqual(
      found.filter((violation) => !violation.startsWith('the stored bytes of every account')),
      [],
    );
  });
}
