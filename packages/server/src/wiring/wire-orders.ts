import type { Pool } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { type AcceptedBatch, createAcceptJob } from '../jobs/accept/accept-jobs.ts';
import { createCountRejectedCall } from '../jobs/accept/count-rejected-call.ts';
import type { ExpectedSeconds } from '../jobs/queue/job-shape.ts';
import { createNextJobEnd } from '../jobs/queue/next-job-end.ts';
import type { QueueView } from '../jobs/queue/queue-view.ts';
import { type CheckCallLimit, createCheckCallLimit } from '../orders/check-call-limit.ts';
import { createPlaceOrder, type OrderDependencies, type PlaceOrder } from '../orders/place-order.ts';
import { createQuoteOrder, type QuoteOrder } from '../orders/quote-order.ts';
import { createReadAccountState } from '../orders/read-account-state.ts';
import { addRechargeTask } from '../payments/auto-recharge/request-recharge.ts';
import { addTask } from '../tasks/add-task.ts';

interface WireOrdersDependencies
  extends Omit<OrderDependencies, 'acceptJob' | 'readAccountState' | 'countRejectedCall' | 'nextJobEnd'> {
  readonly database: Database;
  readonly expectedSeconds: ExpectedSeconds;
  readonly queueView: Pick<QueueView, 'outlookOf' | 'secondsForNew'>;
  /** Called after the commit for each pool that got a job. */
  readonly wake: (pool: Pool) => void;
  readonly onBatch: ((batch: AcceptedBatch) => void) | undefined;
}

interface Orders {
  readonly placeOrder: PlaceOrder;
  readonly quoteOrder: QuoteOrder;
  readonly checkCallLimit: CheckCallLimit;
}

/** Wires the use cases of an order, which every interface calls. */
export function wireOrders(dependencies: WireOrdersDependencies): Orders {
  const { database, clock, accountUrl, storageQuotas, expectedSeconds, wake, queueView, onBatch } =
    dependencies;
  const requestRecharge = async (tx: Queryable, accountIds: readonly string[]) => {
    for (const accountId of accountIds) await addRechargeTask(tx, addTask, accountId);
  };
  const acceptJob = createAcceptJob({
    database,
    clock,
    accountUrl,
    storageQuotas,
    onAccepted: wake,
    onBatch,
    expectedSeconds,
    requestRecharge,
  });
  const readAccountState = createReadAccountState(database, clock);
  const countRejectedCall = createCountRejectedCall(database, clock, requestRecharge);
  const check = { ...dependencies, readAccountState, nextJobEnd: createNextJobEnd(database, queueView) };
  return {
    placeOrder: createPlaceOrder({ ...check, acceptJob, countRejectedCall }),
    quoteOrder: createQuoteOrder(check),
    checkCallLimit: createCheckCallLimit(readAccountState, clock),
  };
}
