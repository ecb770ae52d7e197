import type { Pool } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Blobs } from '../storage/blobs.ts';
import { type DeleteDependencies, deleteJob } from './delete-job.ts';
import { discardInput } from './discard-input.ts';
import { findExpiredLeases } from './queue.ts';
import { failAttempt } from './settle-job.ts';

const MAX_ROUND = 100;
const SILENCE = { reason: 'the worker stopped answering', retryable: true };

/**
 * Cancels the held jobs whose server has shown no sign of life: their callers are gone, and nobody else knows what
 * they asked for. The money goes back.
 */
export async function reapAbandonedJobs(dependencies: DeleteDependencies): Promise<void> {
  const jobs = await dependencies.database.query<{ id: string; accountId: string }>(
    `select id, account_id as "accountId" from jobs
     where held_by is not null and ended_at is null and held_until < now() order by held_until limit $1`,
    [MAX_ROUND],
  );
  for (const { id, accountId } of jobs) await deleteJob(dependencies, accountId, id);
}

/**
 * Takes back the leases whose worker has fallen silent: the job is queued again, or fails after its last
 * attempt and its money goes back. Answers the pools that got a job back. Safe on any number of nodes:
 * each lease ends once, by its attempt.
 */
export async function reapExpiredLeases({
  database,
  blobs,
  clock,
}: {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
}): Promise<Set<Pool>> {
  const pools = new Set<Pool>();
  for (const lease of await findExpiredLeases(database, MAX_ROUND)) {
    const fault = await failAttempt(database, clock, lease, SILENCE, true);
    if (fault?.outcome === 'retry') pools.add(fault.pool);
    if (fault?.outcome === 'fail') await discardInput(blobs, fault.initImageKey);
  }
  return pools;
}
