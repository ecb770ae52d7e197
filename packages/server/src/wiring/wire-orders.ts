import type { Pool } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { createAcceptJob } from '../jobs/accept/accept-jobs.ts';
import type { ExpectedSeconds } from '../jobs/queue/expected-seconds.ts';
import type { Clock } from '../kernel/clock.ts';
import { createPlaceOrder, type OrderDependencies, type PlaceOrder } from '../orders/place-order.ts';
import { createReadAccountState } from '../orders/read-account-state.ts';
import { addTask } from '../tasks/add-task.ts';

interface WireOrdersDependencies
  extends Omit<OrderDependencies, 'acceptJob' | 'readAccountState' | 'topUpUrl'> {
  readonly database: Database;
  readonly clock: Clock;
  /** The public address, without a slash at its end. */
  readonly publicUrl: () => string;
  readonly expectedSeconds: ExpectedSeconds;
  /** Called after the commit for each pool that got a job. */
  readonly wake: (pool: Pool) => void;
}

/** Wires the use case that places an order, which every interface calls. */
export function wireOrders(dependencies: WireOrdersDependencies): PlaceOrder {
  const { database, clock, publicUrl, expectedSeconds, wake } = dependencies;
  const topUpUrl = () => `${publicUrl()}/account/top-up`;
  const acceptJob = createAcceptJob({
    database,
    clock,
    topUpUrl,
    onAccepted: wake,
    expectedSeconds,
    async requestRecharge(tx, accountIds) {
      for (const accountId of accountIds) await addTask(tx, 'auto_recharge', { accountId });
    },
  });
  const readAccountState = createReadAccountState(database, clock);
  return createPlaceOrder({ ...dependencies, acceptJob, readAccountState, topUpUrl });
}
