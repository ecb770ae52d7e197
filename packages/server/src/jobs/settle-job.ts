import type { BlockRequest, CompleteRequest, FailRequest, Pool, Tier } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { reversePayment, settlePayment } from './end-payment.ts';
import type { JobShape } from './expected-seconds.ts';
import { afterFault } from './job-state.ts';
import { HOLDS_LEASE, type LeaseKey } from './queue.ts';
import { recordServiceTime } from './service-times.ts';

/**
 * The ends of an attempt. Each locks the job's row first, then the funding row, in one transaction;
 * each answers undefined or false when the lease was lost, and then nothing was changed.
 */

export interface Artifact {
  readonly key: string;
  readonly bytes: number;
}

/** The job is delivered and its charge is settled. A held job is gone with that: its bytes were never stored. */
export async function completeJob(
  database: Database,
  clock: Clock,
  { jobId, attempt }: LeaseKey,
  result: CompleteRequest,
  artifact: Artifact,
): Promise<boolean> {
  const at = clock.now();
  const completed = await database.transaction(async (tx) => {
    const [job] = await tx.query<JobRow & JobShape & { seconds: number }>(
      `update jobs set state = 'completed', lease_until = null, progress = 1, stage = null, ended_at = $3,
         artifact_key = case when held_by is null then $4::text end,
         deleted_at = case when held_by is not null then $3::timestamptz end, artifact_bytes = $5, artifact_mime = $6, width = $7, height = $8,
         duration_seconds = $9, engine = $10
       where ${HOLDS_LEASE} returning account_id as "accountId", tier, kind, mode, frames, width, height,
         extract(epoch from now() - started_at)::float8 as seconds`,
      [
        jobId,
        attempt,
        at,
        artifact.key,
        artifact.bytes,
        result.mime,
        result.width,
        result.height,
        result.duration_seconds,
        `${result.engine} ${result.engine_version}`,
      ],
    );
    if (job === undefined) return false;
    await settlePayment(tx, { jobId, accountId: job.accountId, tier: job.tier }, at);
    await recordServiceTime(tx, job, job.seconds);
    crashPoint('complete.before_commit');
    return true;
  });
  if (completed) crashPoint('complete.after_commit');
  return completed;
}

interface JobRow {
  readonly accountId: string;
  readonly tier: Tier | null;
}

interface BlockedJob {
  readonly accountId: string;
  readonly jobId: string;
  readonly attemptedAt: Date;
}

/** What follows from a blocked job, in the transaction that blocks it. */
export type OnBlocked = (tx: Queryable, job: BlockedJob, at: Date) => Promise<void>;

/** The safety check stopped the job: everything is put back. */
export async function blockJob(
  database: Database,
  clock: Clock,
  lease: LeaseKey,
  { category, reason }: BlockRequest,
  onBlocked?: OnBlocked,
): Promise<boolean> {
  const at = clock.now();
  return database.transaction(async (tx) => {
    if (!(await endWithoutDelivery(tx, at, lease, 'blocked', reason, category))) return false;
    // What the job API was asked is no attempt of a key.
    const [job] = await tx.query<BlockedJob>(
      `select account_id as "accountId", id as "jobId", created_at as "attemptedAt" from jobs
       where id = $1 and tier is null`,
      [lease.jobId],
    );
    if (job !== undefined) await onBlocked?.(tx, job, at);
    return true;
  });
}

export interface Fault {
  readonly outcome: 'retry' | 'fail';
  readonly pool: Pool;
  /** The uploaded picture, which a job that failed needs no longer. */
  readonly initImageKey: string | null;
}

/**
 * The attempt ended in a fault. The job goes back to the queue while attempts are left, else it fails and
 * everything is put back. `onlyIfExpired` spares a lease that a late heartbeat has just renewed.
 */
export async function failAttempt(
  database: Database,
  clock: Clock,
  lease: LeaseKey,
  { reason, retryable }: FailRequest,
  onlyIfExpired = false,
): Promise<Fault | undefined> {
  const held = onlyIfExpired ? `${HOLDS_LEASE} and lease_until < now()` : HOLDS_LEASE;
  return database.transaction(async (tx) => {
    const [job] = await tx.query<{ faults: number; pool: Pool; initImageKey: string | null }>(
      `update jobs set faults = faults + 1 where ${held}
       returning faults, pool, init_image_key as "initImageKey"`,
      [lease.jobId, lease.attempt],
    );
    if (job === undefined) return undefined;
    const outcome = afterFault(job.faults, retryable);
    if (outcome === 'fail') {
      await endWithoutDelivery(tx, clock.now(), lease, 'failed', reason, null);
    } else {
      await tx.query(
        `update jobs set state = 'queued', lease_until = null, worker = null, error = $3 where ${HOLDS_LEASE}`,
        [lease.jobId, lease.attempt, reason],
      );
    }
    return { outcome, pool: job.pool, initImageKey: job.initImageKey };
  });
}

async function endWithoutDelivery(
  tx: Queryable,
  at: Date,
  { jobId, attempt }: LeaseKey,
  state: 'failed' | 'blocked',
  reason: string,
  category: string | null,
): Promise<boolean> {
  const [job] = await tx.query<JobRow>(
    `update jobs set state = $3, lease_until = null, stage = null, ended_at = $4, error = $5, block_category = $6
     where ${HOLDS_LEASE} returning account_id as "accountId", tier`,
    [jobId, attempt, state, at, reason, category],
  );
  if (job === undefined) return false;
  await reversePayment(tx, { jobId, ...job }, at);
  return true;
}
