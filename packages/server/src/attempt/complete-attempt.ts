import {
  type CompleteRequest,
  invalidRequest,
  ok,
  type Problem,
  type RequestIssue,
  type Result,
  refused,
  type Stage,
} from '@kinora/contract';
import { CommitUnknown, type Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { Interface } from '../queue/interface.ts';
import type { JobShape, ServiceTime } from '../queue/job-shape.ts';
import { recordServiceTime } from '../queue/service-times.ts';
import { type OnJobEnd, settlePayment } from '../settle/settle-job.ts';
import { artifactKey } from '../storage/blob-keys.ts';
import { REPORTED_END, type ReportedEnd, recordJobEnd } from '../webhooks/record-event.ts';
import { type AttemptWorker, countAttemptEnd } from '../workers/worker-minutes.ts';
import { discard } from './discard.ts';
import {
  COST,
  findLeasedJob,
  HAS_LEASE,
  LAST_ATTEMPT,
  type LeaseDependencies,
  type LeasedJob,
  type LeaseKey,
  leaseLost,
  openLease,
  withCost,
} from './leases.ts';
import { type Artifact, type MarkImage, markArtifact } from './mark-artifact.ts';
import { checkReport } from './ordered-artifact.ts';
import type { DecodeVideo } from './probe-artifact.ts';
import { secureArtifact } from './secure-artifact.ts';
import { discardIfLost } from './store-artifact.ts';
import { type TraceAttempt, traced } from './trace-attempt.ts';

export interface CompleteDependencies extends LeaseDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly markImage: MarkImage;
  readonly decodeVideo: DecodeVideo;
  /** US cents that the job costs if its worker does not say it; undefined if nobody knows. */
  readonly usualCost: (job: LeasedJob) => number | undefined;
  readonly onJobEnd?: OnJobEnd | undefined;
  readonly traceAttempt?: TraceAttempt | undefined;
}

/**
 * Completes a job with the artifact that was uploaded for it and deletes its input; the result of an ephemeral job is
 * sent to the waiting caller. The artifact is read first, so that nothing is paid on the word of a worker. Problems:
 * `lease_lost`, and `invalid_request` for an artifact that is missing, too large or not what was ordered, which
 * leaves the lease as it is.
 */
export function completeAttempt(
  dependencies: CompleteDependencies,
  lease: LeaseKey,
  result: CompleteRequest,
): Promise<Result<'completed', Problem>> {
  return traced(dependencies.traceAttempt, lease, result.stages, () => deliver(dependencies, lease, result));
}

async function deliver(
  dependencies: CompleteDependencies,
  lease: LeaseKey,
  result: CompleteRequest,
): Promise<Result<'completed', Problem>> {
  const { database, clock, ephemeralJobs, usualCost, onJobEnd } = dependencies;
  const open = await openLease(dependencies, lease);
  if (open === undefined) return loseLease(dependencies, lease);
  const { job, blobs } = open;
  const mismatch = checkReport(result, job);
  if (mismatch !== undefined) return refused(invalidRequest([mismatch]));
  const delivered = await whileLeased(dependencies, lease, async () => {
    const secured = await secureArtifact({ ...dependencies, ...job, blobs }, lease, result, job);
    return secured.ok ? markArtifact(dependencies, lease, secured.value, blobs, result) : secured;
  });
  if (!delivered.ok) return delivered;
  const { key } = delivered.value;
  const costed = { ...result, cost_cents: result.cost_cents ?? usualCost(job) };
  const completing = completeJob(database, clock, lease, costed, delivered.value, onJobEnd);
  const isCompleted = await completing.catch((error: unknown) => {
    // It may be completed and paid, and nobody can deliver it again.
    if (error instanceof CommitUnknown) ephemeralJobs.deliverIfCompleted(lease.jobId, key);
    throw error;
  });
  if (!isCompleted) {
    await discard(blobs, key);
    return loseLease(dependencies, lease);
  }
  if (job.owningNodeId !== null) ephemeralJobs.deliver(lease.jobId, key);
  await discard(blobs, artifactKey(lease.jobId, lease.attempt, result.artifact));
  if (job.initImageKey !== null) await discard(blobs, job.initImageKey);
  return ok('completed');
}

/** Problems: `lease_lost`, and the issue as `invalid_request`. Throws what the store throws while the lease is held. */
async function whileLeased(
  dependencies: CompleteDependencies,
  lease: LeaseKey,
  prepare: () => Promise<Result<Artifact, RequestIssue>>,
): Promise<Result<Artifact, Problem>> {
  try {
    const prepared = await prepare();
    if (prepared.ok) return prepared;
    // There is nothing to read after a DELETE, or after another call has completed the attempt.
    if ((await findLeasedJob(dependencies.database, lease)) === undefined)
      return loseLease(dependencies, lease);
    return refused(invalidRequest([prepared.problem]));
  } catch (error) {
    // Or it goes while it is read.
    if ((await findLeasedJob(dependencies.database, lease)) === undefined)
      return loseLease(dependencies, lease);
    throw error;
  }
}

/** The store accepts uploads whatever the state of the job, so they are deleted here. */
async function loseLease(dependencies: LeaseDependencies, lease: LeaseKey): Promise<Result<never, Problem>> {
  await discardIfLost(dependencies, lease);
  return refused(leaseLost);
}

/**
 * Completes the job, captures its price and records the event, in one transaction that locks the job's rows first,
 * then the funding row. An ephemeral job is marked as deleted too: its bytes were never stored. False when the lease
 * was lost, and then nothing was changed.
 */
export async function completeJob(
  database: Database,
  clock: Clock,
  { jobId, attempt }: LeaseKey,
  result: Omit<CompleteRequest, 'bytes' | 'sha256'>,
  artifact: Artifact,
  onJobEnd?: OnJobEnd,
): Promise<boolean> {
  const at = clock.now();
  const completed = await database.transaction(async (tx) => {
    const [job] = await tx.query<CompletedJob>(
      `with ended as (delete from open_jobs where ${HAS_LEASE} returning *)
       update jobs set state = 'completed', ended_at = $3, ${LAST_ATTEMPT},
         artifact_key = case when jobs.owning_node_id is null then $4::text end,
         deleted_at = case when jobs.owning_node_id is not null then $3::timestamptz end,
         artifact_bytes = $5, artifact_mime = $6, width = $7, height = $8, duration_seconds = $9, engine = $10,
         cost_cents = ${withCost('ended.cost_cents', '$11')}
       from ended where jobs.id = ended.id
       returning jobs.account_id as "accountId", jobs.interface, jobs.operation, jobs.model, jobs.frames, jobs.width, jobs.height,
         jobs.worker, jobs.worker_token_id as "workerTokenId", jobs.created_at as "createdAt", ${COST},
         deleted_at is null as "isKept", extract(epoch from now() - jobs.started_at)::float8 as seconds,
         ${REPORTED_END}`,
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
        result.cost_cents ?? null,
      ],
    );
    if (job === undefined) return undefined;
    const stored = { jobId, ...job, storedBytes: job.isKept ? artifact.bytes : 0 };
    const cents = await settlePayment(tx, stored, at);
    await recordJobEnd(tx, { jobId, ...job }, 'completed', at);
    crashPoint('complete.before_commit');
    return { ...job, cents };
  });
  if (completed === undefined) return false;
  crashPoint('complete.after_commit');
  const { operation, model, costCents, createdAt, cents } = completed;
  const seconds = (at.getTime() - createdAt.getTime()) / 1000;
  onJobEnd?.({ state: 'completed', operation, model, costCents, seconds, cents });
  // After the commit, so that a node that vanishes does not keep the row of a service class locked for everybody. A
  // measurement may be lost.
  await Promise.all([
    recordServiceTime(database, completed, serviceTimeOf(completed.seconds, result.stages)).catch(() => {}),
    countAttemptEnd(database, completed, ['completed'], at),
  ]);
  return true;
}

/** `seconds` from the claim. The worker says how long the renderer worked, and when it ended; a job may have waited for it. */
function serviceTimeOf(seconds: number, stages: readonly Stage[] = []): ServiceTime {
  const render = stages.find(({ name }) => name === 'render');
  if (render === undefined) return { held: seconds, seconds };
  const held = Math.min(seconds, render.ms / 1000);
  return { held, seconds: Math.min(seconds, held + render.ended_ms_ago / 1000) };
}

interface CompletedJob extends JobShape, AttemptWorker, ReportedEnd {
  readonly seconds: number;
  readonly accountId: string;
  readonly interface: Interface;
  readonly createdAt: Date;
  readonly costCents: number | null;
  /** False for an ephemeral job. */
  readonly isKept: boolean;
}
