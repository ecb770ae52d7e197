import type { LedgerTransaction, OperatorJob, OperatorJobDetail } from '@kinora/contract';
import { listEndedAttempts } from '../../../attempt/ended-attempts.ts';
import { listRemoteOrders } from '../../../attempt/remote-orders.ts';
import type { Database } from '../../../db/database.ts';
import { readPaymentOfJob } from '../../../funding/payment-of-job.ts';
import { findOpenJob, type OperatedJob } from '../../../jobs/views/find-operated-job.ts';
import type { FoundJob } from '../../../jobs/views/search-jobs.ts';
import { type ListedTransaction, listTransactionsOfJob } from '../../../ledger/list-transactions.ts';
import type { QueueView } from '../../../queue/queue-view.ts';
import { tierOfPriority } from '../../../queue/tier-counts.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A job in the operator's lists. */
export function viewFoundJob(job: FoundJob): OperatorJob {
  const { frames, framesPerSecond, durationSeconds } = job;
  const ordered = frames !== null && framesPerSecond !== null ? (frames - 1) / framesPerSecond : null;
  return {
    id: job.id,
    account_id: job.accountId,
    email: job.email,
    interface: job.interface,
    pool: job.medium,
    kind: job.operation,
    model: job.model,
    tier: tierOfPriority(job.priority),
    state: job.state,
    width: job.width,
    height: job.height,
    duration_seconds: durationSeconds ?? ordered,
    worker: job.worker,
    worker_token: job.workerToken,
    attempt: job.attempt,
    faults: job.faults,
    created_at: job.createdAt.toISOString(),
    started_at: iso(job.startedAt),
    ended_at: iso(job.endedAt),
    deleted_at: iso(job.deletedAt),
    error: job.error,
  };
}

export function viewTransaction(transaction: ListedTransaction): LedgerTransaction {
  return {
    id: transaction.id,
    kind: transaction.kind,
    created_at: transaction.createdAt.toISOString(),
    job_id: transaction.jobId,
    purchase_id: transaction.purchaseId,
    postings: transaction.postings.map(({ source, destination, cents }) => ({
      source,
      destination,
      amount_cents: cents,
    })),
  };
}

interface DetailDependencies {
  readonly database: Database;
  readonly queueView: Pick<QueueView, 'outlookOf'>;
}

/** A job with its attempts and its money. */
export async function viewOperatedJob(
  job: OperatedJob,
  { database, queueView }: DetailDependencies,
): Promise<OperatorJobDetail> {
  const [open, attempts, orders, payment, transactions] = await Promise.all([
    job.endedAt === null ? findOpenJob(database, job.id) : undefined,
    listEndedAttempts(database, job.id),
    listRemoteOrders(database, job.id),
    readPaymentOfJob(database, job.id),
    listTransactionsOfJob(database, job.id),
  ]);
  const outlook = open && (await queueView.outlookOf(open));
  const { charge, credits } = payment;
  return {
    ...viewFoundJob(job),
    seed: job.seed,
    sound: job.sound,
    engine: job.engine,
    progress: job.progress,
    stage: job.stage,
    lease_until: iso(job.leaseUntil),
    block_category: job.blockCategory,
    zero_retention: job.zeroRetention,
    hidden_at: iso(job.hiddenAt),
    has_prompt: job.hasPrompt,
    has_result: job.artifactKey !== null,
    result_bytes: job.artifactBytes,
    cost_cents: job.costCents,
    queue_position: outlook?.position ?? null,
    expected_seconds: outlook?.secondsLeft ?? null,
    ended_attempts: attempts.map(
      ({ attempt, worker, workerToken, outcome, reason, costCents, startedAt, endedAt }) => ({
        attempt,
        worker: worker ?? '',
        worker_token: workerToken,
        outcome,
        reason,
        cost_cents: costCents,
        started_at: (startedAt ?? endedAt).toISOString(),
        ended_at: endedAt.toISOString(),
      }),
    ),
    remote_orders: orders.map((order) => ({
      number: order.number,
      account: order.account,
      remote_id: order.remoteId === null ? null : withoutAccess(order.remoteId),
      attempt: order.attempt,
      sent: order.sent,
      ordered_at: order.orderedAt.toISOString(),
      ended_at: iso(order.endedAt),
    })),
    charge: charge && {
      state: charge.state,
      price_cents: charge.priceCents,
      prepaid_cents: charge.prepaidCents,
      month_end_cents: charge.monthEndCents,
      from_allowance: charge.fromAllowance,
    },
    credits,
    transactions: transactions.map(viewTransaction),
  };
}

/** An id that a worker kept may contain the address where its order is asked for, whose login and query may be secrets. */
function withoutAccess(remoteId: string): string {
  return remoteId.replaceAll(/(https?:\/\/)(?:[^\s/?#]*@)?([^\s?#]*)\S*/gi, '$1$2');
}
