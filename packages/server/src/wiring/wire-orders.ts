import type { Pool } from '@kinora/contract';
import { type AcceptedBatch, createAcceptJob } from '../admit/accept/accept-jobs.ts';
import { createCountRejectedCall } from '../admit/accept/count-rejected-call.ts';
import { type CheckCallLimit, createCheckCallLimit } from '../admit/check-call-limit.ts';
import { createPlaceOrder, type OrderDependencies, type PlaceOrder } from '../admit/place-order.ts';
import { createQuoteOrder, type QuoteOrder } from '../admit/quote-order.ts';
import { createReadAccountState, type ReadAccountState } from '../admit/read-account-state.ts';
import type { Database, Queryable } from '../db/database.ts';
import { addRechargeTask } from '../payments/auto-recharge/request-recharge.ts';
import type { ExpectedSeconds } from '../queue/job-shape.ts';
import { createNextJobEnd } from '../queue/next-job-end.ts';
import type { QueueView } from '../queue/queue-view.ts';
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
  readonly readAccountState: ReadAccountState;
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
    readAccountState,
  };
}
