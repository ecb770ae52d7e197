import type { Pool, Tier } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { jobFolder } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { returnServiceCost } from '../accept/account-activity.ts';
import { interfaceOf } from '../accept/calling-account.ts';
import { reversePayment } from '../end-payment.ts';
import { hasEnded, type JobState, retainedSince } from '../job-state.ts';

export interface DeleteDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** Sees to bytes that could not be deleted now; the job itself is deleted. */
  readonly purgeLater: (jobId: string, error: unknown) => Promise<void>;
}

/**
 * Deletes a job of `accountId`: one that waits or runs is cancelled and its money put back, a finished one
 * loses its bytes. A tombstone stays, so a late result cannot revive it. False when there is no such job.
 */
export async function deleteJob(
  { database, blobs, clock, purgeLater }: DeleteDependencies,
  accountId: string,
  jobId: string,
): Promise<boolean> {
  const at = clock.now();
  const deleted = await database.transaction(async (tx) => {
    const [job] = await tx.query<{
      state: JobState;
      tier: Tier | null;
      attempt: number;
      pool: Pool;
      cost: number;
    }>(
      `select state, tier, attempt, pool, service_cost as cost from jobs
       where id = $1 and account_id = $2 and deleted_at is null and (ended_at is null or ended_at > $3) for update`,
      [jobId, accountId, retainedSince(at)],
    );
    if (job === undefined) return false;
    await tx.query(
      `update jobs set deleted_at = $2, prompt = null, prepared_prompt = null, init_image_key = null, artifact_key = null, lease_until = null,
         state = $3, ended_at = coalesce(ended_at, $2), error = coalesce(error, $4)
       where id = $1`,
      hasEnded(job.state) ? [jobId, at, job.state, null] : [jobId, at, 'failed', 'deleted by its owner'],
    );
    if (hasEnded(job.state)) return true;
    await reversePayment(tx, { jobId, accountId, tier: job.tier }, at);
    if (job.attempt === 0) {
      const caller = { accountId, interface: interfaceOf(job.tier) };
      await returnServiceCost(tx, caller, job.pool, job.cost);
    }
    return true;
  });
  if (!deleted) return false;
  // After the commit: bytes that stay behind on a crash are swept within the hour, the other order could lose
  // a result.
  try {
    await blobs.deleteFolder(jobFolder(jobId));
  } catch (error) {
    await purgeLater(jobId, error);
  }
  return true;
}

/**
 * Removes what an upload stored after DELETE had already swept the job's folder. True when the job was
 * deleted. A job that merely ended keeps its bytes: they are its result.
 */
export async function sweepIfDeleted(
  { database, blobs }: { readonly database: Queryable; readonly blobs: Blobs },
  jobId: string,
): Promise<boolean> {
  const rows = await database.query('select from jobs where id = $1 and deleted_at is not null', [jobId]);
  if (rows.length === 0) return false;
  await blobs.deleteFolder(jobFolder(jobId));
  return true;
}
