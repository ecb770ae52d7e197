import assert from 'node:assert/strict';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { setCap, setPayPerUse } from '../../src/funding/terms.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { deliver, takeLease } from './act-as-worker.ts';
import { until } from './deadline.ts';
import { HOUR_MS, type ManualClock } from './manual-clock.ts';
import { payAt } from './signed-in.ts';
import { send, TEST_USER_AGENT, type TestApp } from './test-app.ts';

/** Issues a key for an account, as its owner has one; returns how the account orders an image with it. */
async function orderWithKey(
  service: TestApp,
  accountId: string,
  clock: ManualClock,
): Promise<() => ReturnType<typeof send>> {
  const { key } = await service.database.transaction((tx) =>
    rotateKey(tx, accountId, { by: 'operator', network: null }, clock.now()),
  );
  return () =>
    send(`${service.url}/api/v1/images/generate`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'x' }),
    });
}

/**
 * Brings an account into arrears the way a customer gets there: it subscribes at `checkoutUrl` with a card that is
 * declined later, pays per use, and a month ends. Returns how it orders an image.
 */
export async function fallIntoArrears(
  service: TestApp,
  accountId: string,
  clock: ManualClock,
  checkoutUrl: string,
): Promise<() => ReturnType<typeof send>> {
  await payAt(checkoutUrl, '4000 0000 0000 0341');
  await service.database.transaction(async (tx) => {
    await setPayPerUse(tx, accountId, true);
    await setCap(tx, accountId, 5000);
  });
  const order = await orderWithKey(service, accountId, clock);
  const ordered = await order();
  assert.equal(ordered.status, 200, ordered.text);
  await deliver(service.worker, await takeLease(service.worker));
  await service.database.query(
    `update sandbox_subscriptions set paid_until = paid_until + interval '1 year' where account_id = $1`,
    [accountId],
  );
  clock.advance(32 * 24 * HOUR_MS);
  await addTask(service.database, 'payments_due', {});
  await until(async () => {
    const rows = await service.database.query(
      'select from funding_terms where account_id = $1 and arrears_since is not null',
      [accountId],
    );
    return rows.length === 1;
  });
  return order;
}
