import type { Pool } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { createAcceptJob } from '../jobs/accept/accept-jobs.ts';
import { createCountRejectedCall } from '../jobs/accept/count-rejected-call.ts';
import type { ExpectedSeconds } from '../jobs/queue/job-shape.ts';
import { type CheckCallLimit, createCheckCallLimit } from '../orders/check-call-limit.ts';
import { createPlaceOrder, type OrderDependencies, type PlaceOrder } from '../orders/place-order.ts';
import { createReadAccountState } from '../orders/read-account-state.ts';
import { addTask } from '../tasks/add-task.ts';

interface WireOrdersDependencies
  extends Omit<OrderDependencies, 'acceptJob' | 'readAccountState' | 'countRejectedCall'> {
  readonly database: Database;
  readonly expectedSeconds: ExpectedSeconds;
  /** Called after the commit for each pool that got a job. */
  readonly wake: (pool: Pool) => void;
}

interface Orders {
  readonly placeOrder: PlaceOrder;
  readonly checkCallLimit: CheckCallLimit;
}

/** Wires the use cases of an order, which every interface calls. */
export function wireOrders(dependencies: WireOrdersDependencies): Orders {
  const { database, clock, topUpUrl, storageQuotas, expectedSeconds, wake } = dependencies;
  const acceptJob = createAcceptJob({
    database,
    clock,
    topUpUrl,
    storageQuotas,
    onAccepted: wake,
    expectedSeconds,
    async requestRecharge(tx, accountIds) {
      for (const accountId of accountIds) await addTask(tx, 'auto_recharge', { accountId });
    },
  });
  const readAccountState = createReadAccountState(database, clock);
  const countRejectedCall = createCountRejectedCall(database, clock);
  return {
    placeOrder: createPlaceOrder({ ...dependencies, acceptJob, readAccountState, countRejectedCall }),
    checkCallLimit: createCheckCallLimit(readAccountState, clock),
  };
}
