import {
  type HeartbeatRequest,
  leaseMs,
  type Problem,
  problem,
  type RenderOperation,
  STORING_STAGE,
  storingMs,
} from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { toReal } from '../db/real.ts';
import { CLAIMED, type ClaimedJob } from '../queue/claim-job.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { OrderedArtifact } from './ordered-artifact.ts';

/** A worker that still sends heartbeats after this long is stuck, and its lease is not extended any more. */
export const ATTEMPT_MAX_SECONDS = 1800;

/**
 * A job that was handed ahead and has not begun after this long is queued for every worker again: its worker expected to begin
 * within seconds.
 */
const AHEAD_MAX_SECONDS = 60;

/** What a row of jobs keeps of the last attempt, from the row of open_jobs that was deleted as `ended`. */
export const LAST_ATTEMPT = `attempt = ended.attempt, faults = ended.faults, worker = ended.worker,
  worker_token_id = ended.worker_token_id, lease_secret_hash = ended.lease_secret_hash, started_at = ended.started_at`;

/**
 * What a job cost so far and what the attempt that ends cost, in US cents; either may be unknown. `cost` is the parameter with the
 * latter, or null.
 */
export const withCost = (soFar: string, cost: string): string =>
  `coalesce(${soFar} + ${cost}::numeric, ${cost}::numeric, ${soFar})`;

/** The same as a number, for those who count. */
export const COST = 'jobs.cost_cents::float8 as "costCents"';

/** The lease of one worker on one job: only the latest attempt of a running job has one. */
export interface LeaseKey {
  readonly jobId: string;
  readonly attempt: number;
}

/** The problem of a request for an attempt that has ended, was cancelled or belongs to another worker. */
export const leaseLost: Problem = problem('lease_lost', 'This lease is no longer valid; discard the result.');

/** The fence, of open_jobs or current_jobs: no row means that the lease was lost. */
export const HAS_LEASE = 'id = $1 and attempt = $2 and lease_until is not null';

/**
 * Whether the attempt was leased with this secret to a worker with this token, whether or not the lease was lost since. The
 * answer holds for as long as the attempt: a later claim has another attempt.
 */
export async function isLeasedTo(
  database: Queryable,
  { jobId, attempt }: LeaseKey,
  secretHash: Buffer,
  tokenId: string | null,
): Promise<boolean> {
  const rows = await database.query(
    `select from current_jobs where id = $1 and attempt = $2 and lease_secret_hash = $3
       and worker_token_id is not distinct from $4`,
    [jobId, attempt, secretHash, tokenId],
  );
  return rows.length === 1;
}

/**
 * Records the SHA-256 of what is signed for the attempt. False when something else was signed for it: an attempt has one
 * artifact, and a worker must not get signatures of what it likes.
 */
export async function recordSigned(
  database: Queryable,
  { jobId, attempt }: LeaseKey,
  digest: Buffer,
): Promise<boolean> {
  const rows = await database.query(
    `update open_jobs set signed_digest = $3 where ${HAS_LEASE} and coalesce(signed_digest, $3) = $3 returning id`,
    [jobId, attempt, digest],
  );
  return rows.length === 1;
}

/** Whether no attempt began to render a job, by its row of open_jobs: it has no lease yet, or was only handed ahead. */
export const neverRendered = (row: string): string =>
  `(${row}.attempt = 0 or ${row}.attempt = 1 and ${row}.state = 'queued' and ${row}.lease_until is not null)`;

/**
 * Extends the lease; false when it was lost. Progress never decreases. A job that was handed ahead runs from its start on, which
 * was not before its claim. A result that was rendered in time is not lost because the store was unreachable for a while.
 */
export async function extendLease(
  database: Database,
  { jobId, attempt }: LeaseKey,
  { progress, stage, rendering_ms: renderingMs, limit_seconds: limitSeconds = 0 }: HeartbeatRequest,
): Promise<boolean> {
  const rows = await database.query(
    `update open_jobs set lease_until = now() + make_interval(secs => $3), progress = greatest(progress, $4::real),
       progress_at = case when $4::real > progress then now() else progress_at end, stage = $5,
       state = case when $7::float8 is null then state else 'running' end,
       started_at = case when state = 'queued' and $7 is not null
         then greatest(started_at, now() - make_interval(secs => $7)) else started_at end
     where ${HAS_LEASE} and started_at > now() - make_interval(
       secs => case when state = 'queued' and $7::float8 is null then $8::float8 else $6::float8 end
     ) returning id`,
    [
      jobId,
      attempt,
      leaseMs / 1000,
      toReal(progress),
      stage,
      Math.max(ATTEMPT_MAX_SECONDS, limitSeconds) + (stage === STORING_STAGE ? storingMs / 1000 : 0),
      renderingMs === undefined ? null : renderingMs / 1000,
      AHEAD_MAX_SECONDS,
    ],
  );
  return rows.length === 1;
}

/** Whether the job of a lost lease has ended, so that nobody wants its result. */
export async function isJobOver(database: Queryable, { jobId }: LeaseKey): Promise<boolean> {
  const open = await database.query('select from open_jobs where id = $1', [jobId]);
  return open.length === 0;
}

/** What the worker of a leased job needs; undefined when the lease was lost. */
export async function findClaimedJob(
  database: Queryable,
  { jobId, attempt }: LeaseKey,
): Promise<ClaimedJob | undefined> {
  const [job] = await database.query<ClaimedJob>(
    `select ${CLAIMED} from (select * from open_jobs where ${HAS_LEASE}) as open join jobs using (id)`,
    [jobId, attempt],
  );
  return job;
}

/** What a leased job has to deliver, and where its bytes are. */
export interface LeasedJob extends OrderedArtifact {
  readonly owningNodeId: string | null;
  readonly initImageKey: string | null;
  readonly operation: RenderOperation;
  readonly model: string;
  /** The token of its worker; null for the shared one. */
  readonly workerTokenId: string | null;
}

/** The leased job; undefined when the lease was lost. Nothing is locked. */
export async function findLeasedJob(
  database: Queryable,
  { jobId, attempt }: LeaseKey,
): Promise<LeasedJob | undefined> {
  const [job] = await database.query<LeasedJob>(
    `select width, height, frames, frames_per_second as "framesPerSecond", sound, owning_node_id as "owningNodeId", init_image_key as "initImageKey",
       worker_token_id as "workerTokenId", operation, model
     from current_jobs where ${HAS_LEASE}`,
    [jobId, attempt],
  );
  return job;
}

export interface LeaseDependencies {
  readonly database: Queryable;
  readonly blobs: Blobs;
  /** The ephemeral jobs whose owning node this server is, as in `jobs/ephemeral-jobs.ts`. */
  readonly ephemeralJobs: {
    find(jobId: string): { readonly blobs: Blobs } | undefined;
    deliver(jobId: string, artifactKey: string): void;
    deliverIfCompleted(jobId: string, artifactKey: string): void;
  };
}

/**
 * The leased job with the blobs that have its input and its artifacts; nothing is locked. Undefined when the lease was
 * lost, or when another server is the owning node of the job.
 */
export async function openLease(
  { database, blobs, ephemeralJobs }: LeaseDependencies,
  lease: LeaseKey,
): Promise<{ readonly job: LeasedJob; readonly blobs: Blobs } | undefined> {
  const job = await findLeasedJob(database, lease);
  if (job === undefined) return undefined;
  const blobsOfJob = job.owningNodeId === null ? blobs : ephemeralJobs.find(lease.jobId)?.blobs;
  return blobsOfJob && { job, blobs: blobsOfJob };
}

/** The leases that expired without a heartbeat. A job that is locked is just ending. */
export async function findExpiredLeases(database: Database, limit: number): Promise<LeaseKey[]> {
  return database.query<LeaseKey>(
    `select id as "jobId", attempt from open_jobs where lease_until < now()
     order by lease_until limit $1 for update skip locked`,
    [limit],
  );
}
