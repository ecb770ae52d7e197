import type { BlockRequest, Problem } from '@kinora/contract';
import { ok, type Result, refused } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OnJobEnd } from '../settle/settle-job.ts';
import type { Blobs } from '../storage/blobs.ts';
import { countAttemptEnd } from '../workers/worker-minutes.ts';
import { discard } from './discard.ts';
import { endUndelivered } from './end-undelivered.ts';
import { findLeasedJob, type LeaseKey, leaseLost } from './leases.ts';
import { type TraceAttempt, traced } from './trace-attempt.ts';

interface BlockedJob {
  readonly accountId: string;
  readonly jobId: string;
  readonly attemptedAt: Date;
  /** The token of the worker that reports it; null for the shared token. */
  readonly workerTokenId: string | null;
}

/** Called in the transaction that blocks a job. */
export type OnBlocked = (tx: Queryable, job: BlockedJob, at: Date) => Promise<unknown>;

export interface BlockDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly onBlocked: OnBlocked;
  readonly onJobEnd?: OnJobEnd | undefined;
  readonly traceAttempt?: TraceAttempt | undefined;
}

/** Blocks a job whose result the safety check stopped, and deletes its input. Problem: `lease_lost`. */
export function blockAttempt(
  dependencies: BlockDependencies,
  lease: LeaseKey,
  decision: BlockRequest,
): Promise<Result<'blocked', Problem>> {
  return traced(dependencies.traceAttempt, lease, decision.stages, () =>
    block(dependencies, lease, decision),
  );
}

async function block(
  { database, clock, blobs, onBlocked, onJobEnd }: BlockDependencies,
  lease: LeaseKey,
  decision: BlockRequest,
): Promise<Result<'blocked', Problem>> {
  const job = await findLeasedJob(database, lease);
  if (job === undefined) return refused(leaseLost);
  if (!(await blockJob(database, clock, lease, decision, onBlocked, onJobEnd))) return refused(leaseLost);
  if (job.initImageKey !== null) await discard(blobs, job.initImageKey);
  return ok('blocked');
}

/**
 * Blocks the job and releases its price, in one transaction that locks the job's row first, then the funding
 * row. False when the lease was lost, and then nothing was changed.
 */
export async function blockJob(
  database: Database,
  clock: Clock,
  lease: LeaseKey,
  { category, reason, cost_cents: costCents }: BlockRequest,
  onBlocked?: OnBlocked,
  onJobEnd?: OnJobEnd,
): Promise<boolean> {
  const at = clock.now();
  const blocked = await database.transaction(async (tx) => {
    const end = await endUndelivered(tx, at, lease, 'blocked', { reason, category, costCents });
    if (end === undefined) return undefined;
    const [job] = await tx.query<BlockedJob & { readonly worker: string | null }>(
      `select account_id as "accountId", id as "jobId", created_at as "attemptedAt",
         worker_token_id as "workerTokenId", worker
       from jobs where id = $1`,
      [lease.jobId],
    );
    if (job !== undefined) await onBlocked?.(tx, job, at);
    return { end, job };
  });
  if (blocked === undefined) return false;
  onJobEnd?.(blocked.end);
  if (blocked.job !== undefined) await countAttemptEnd(database, blocked.job, ['blocked'], at);
  return true;
}
