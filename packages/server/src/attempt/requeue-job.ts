import type { Pool } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { recordEndedAttempt } from './ended-attempts.ts';
import { HAS_LEASE, type LeaseKey } from './leases.ts';

/**
 * Takes the lease of a running job from its worker and queues the job again, for the operator. It is not a fault of
 * the job, which keeps its price and its place. Undefined when the attempt is not running any more, and then nothing
 * changes.
 */
export async function requeueJob(
  tx: Queryable,
  { jobId, attempt }: LeaseKey,
  reason: string,
  at: Date,
): Promise<{ readonly accountId: string; readonly pool: Pool } | undefined> {
  const [job] = await tx.query<{
    accountId: string;
    pool: Pool;
    worker: string | null;
    workerTokenId: string | null;
    startedAt: Date | null;
  }>(
    `select account_id as "accountId", pool, worker, worker_token_id as "workerTokenId",
       started_at as "startedAt" from open_jobs where ${HAS_LEASE}
     for no key update`,
    [jobId, attempt],
  );
  if (job === undefined) return undefined;
  await tx.query(
    `update open_jobs set state = 'queued', lease_until = null, worker = null where ${HAS_LEASE}`,
    [jobId, attempt],
  );
  await recordEndedAttempt(tx, { ...job, jobId, attempt, outcome: 'requeued', reason, endedAt: at });
  return job;
}
