import { ok, type Pool, type Problem, problem, type Result, refused } from '@kinora/contract';
import { cancelJob } from '../attempt/cancel-job.ts';
import { discard } from '../attempt/discard.ts';
import type { LeaseKey } from '../attempt/leases.ts';
import { requeueJob } from '../attempt/requeue.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SecurityEvent } from '../security-log/security-event.ts';
import type { OnJobEnd } from '../settle/settle-job.ts';
import type { Blobs } from '../storage/blobs.ts';
import { type Operator, recordAction } from './operator-action.ts';

export interface JobChangeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly wake: (pool: Pool) => void;
  readonly onJobEnd?: OnJobEnd | undefined;
}

const NOT_OPEN = problem(
  'changed_meanwhile',
  'The job has ended meanwhile; nothing was changed. Reload the page.',
);
const NOT_RUNNING = problem(
  'changed_meanwhile',
  'This attempt of the job is no longer running; nothing was changed. Reload the page.',
);

/** Cancels an open job, releases its price and records it, in one transaction. Problem: `changed_meanwhile`. */
export async function cancelForOperator(
  { database, clock, blobs, onJobEnd }: JobChangeDependencies,
  operator: Operator,
  jobId: string,
  reason: string,
): Promise<Result<SecurityEvent, Problem>> {
  const at = clock.now();
  const cancelled = await database.transaction(async (tx) => {
    const job = await cancelJob(tx, jobId, { by: 'operator', reason }, at);
    if (job === undefined) return undefined;
    const { accountId } = job;
    const action = { kind: 'job_cancelled', accountId, details: { job: jobId, reason } } as const;
    return { job, event: await recordAction(tx, operator, action, at) };
  });
  if (cancelled === undefined) return refused(NOT_OPEN);
  const { initImageKey, end } = cancelled.job;
  onJobEnd?.(end);
  if (initImageKey !== null) await discard(blobs, initImageKey);
  return ok(cancelled.event);
}

/** Queues a running job again for another worker, and records it, in one transaction. Problem: `changed_meanwhile`. */
export async function requeueForOperator(
  { database, clock, wake }: JobChangeDependencies,
  operator: Operator,
  lease: LeaseKey,
  reason: string,
): Promise<Result<SecurityEvent, Problem>> {
  const at = clock.now();
  const requeued = await database.transaction(async (tx) => {
    const job = await requeueJob(tx, lease, { outcome: 'requeued', reason });
    if (job === undefined) return undefined;
    const { accountId, pool } = job;
    const details = { job: lease.jobId, attempt: lease.attempt, reason };
    return {
      pool,
      event: await recordAction(tx, operator, { kind: 'job_requeued', accountId, details }, at),
    };
  });
  if (requeued === undefined) return refused(NOT_RUNNING);
  wake(requeued.pool);
  return ok(requeued.event);
}
