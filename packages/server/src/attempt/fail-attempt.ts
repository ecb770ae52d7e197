import {
  type FailRequest,
  type FailResponse,
  ok,
  type Pool,
  type Problem,
  poolOfOperation,
  type RenderOperation,
  type Result,
  refused,
} from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { afterFault, type FaultOutcome } from '../queue/job-state.ts';
import type { JobEnd, OnJobEnd } from '../settle/settle-job.ts';
import { attemptFolder } from '../storage/blob-keys.ts';
import type { Blobs } from '../storage/blobs.ts';
import { listLiveWorkers } from '../workers/worker-health.ts';
import { type AttemptWorker, countAttemptEnd } from '../workers/worker-minutes.ts';
import { discard } from './discard.ts';
import { endUndelivered } from './end-undelivered.ts';
import { listEndedAttempts } from './ended-attempts.ts';
import { HAS_LEASE, type LeaseKey, leaseLost } from './leases.ts';
import { endRemoteOrders } from './remote-orders.ts';
import { MAX_RECORDED, requeueJob } from './requeue.ts';
import { type TraceAttempt, traced } from './trace-attempt.ts';

export interface FailDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly wake: (pool: Pool) => void;
  readonly onJobEnd?: OnJobEnd | undefined;
  readonly traceAttempt?: TraceAttempt | undefined;
}

/**
 * Ends an attempt with a fault: wakes the workers when the job is queued again, and deletes its input when it has
 * failed. Problem: `lease_lost`. `onlyIfExpired` excludes a lease that a late heartbeat has just extended, and is not a fault
 * of a job that was handed ahead and never began.
 */
export async function failAttempt(
  dependencies: FailDependencies,
  lease: LeaseKey,
  report: FailRequest,
  onlyIfExpired = false,
): Promise<Result<FailResponse, Problem>> {
  const found = { elsewhere: false };
  const ended = await traced(dependencies.traceAttempt, lease, report.stages, async () => {
    const fault = await endWithFault(dependencies, lease, report, onlyIfExpired);
    found.elsewhere = fault?.elsewhere === true;
    return fault === undefined ? refused(leaseLost) : ok(fault.outcome);
  });
  return ended.ok ? ok({ outcome: ended.value, ...(found.elsewhere && found) }) : ended;
}

async function endWithFault(
  { database, clock, blobs, wake, onJobEnd }: FailDependencies,
  lease: LeaseKey,
  report: FailRequest,
  onlyIfExpired: boolean,
): Promise<Fault | undefined> {
  const fault = await recordFault(database, clock, lease, report, onlyIfExpired);
  if (fault === undefined) return undefined;
  if (fault.end !== undefined) onJobEnd?.(fault.end);
  // What the attempt uploaded is not the result of the next one.
  await blobs.deleteFolder(attemptFolder(lease.jobId, lease.attempt)).catch(() => {});
  if (fault.outcome === 'retry') wake(fault.pool);
  else if (fault.initImageKey !== null) await discard(blobs, fault.initImageKey);
  return fault;
}

interface Fault {
  readonly outcome: FaultOutcome;
  /** Whether another live worker renders such jobs and has not failed this one. */
  readonly elsewhere: boolean;
  readonly pool: Pool;
  /** The uploaded image, which a job that failed no longer needs. */
  readonly initImageKey: string | null;
  /** The end of a job that failed. */
  readonly end: JobEnd | undefined;
}

/**
 * Queues the job again while attempts are left; otherwise fails it and releases its price. One transaction
 * that locks the job's rows first, then the funding row. Undefined when the lease was lost, and then nothing
 * was changed.
 */
export async function recordFault(
  database: Database,
  clock: Clock,
  lease: LeaseKey,
  { reason, retryable, cause, suspect, unsettled, cost_cents: costCents }: FailRequest,
  onlyIfExpired = false,
): Promise<Fault | undefined> {
  const condition = onlyIfExpired ? `${HAS_LEASE} and lease_until < now()` : HAS_LEASE;
  const isFault = onlyIfExpired ? "state = 'running'" : 'true';
  const at = clock.now();
  const fault = await database.transaction(async (tx) => {
    const [job] = await tx.query<FaultyJob>(
      `update open_jobs set faults = faults + (${isFault})::int, error = $3 where ${condition}
       returning faults, pool, (select init_image_key from jobs where jobs.id = open_jobs.id) as "initImageKey", worker,
         worker_token_id as "workerTokenId", operation, model, greatest(width, height) as side,
         owning_node_id is not null as "isInMemory"`,
      [lease.jobId, lease.attempt, reason],
    );
    if (job === undefined) return undefined;
    const faults = onlyIfExpired ? [] : await listFaults(tx, lease.jobId);
    // The caller of an ephemeral job waits, and few workers may render it.
    const elsewhere = !onlyIfExpired && !job.isInMemory && (await isRenderedElsewhere(tx, job, faults));
    const isExcused = suspect === 'broken' || (suspect === 'likely' && elsewhere);
    // The number of the job has the faults before this one that count.
    const excused = lease.attempt > MAX_RECORDED ? EXCUSED_FAULTS : faults.length - (job.faults - 1);
    const counts = !isExcused || excused >= EXCUSED_FAULTS;
    if (!counts) await tx.query('update open_jobs set faults = faults - 1 where id = $1', [lease.jobId]);
    // To render a result again does not store it.
    const isUnstored = cause === 'storage';
    const outcome = afterFault(counts ? job.faults : job.faults - 1, retryable && !isUnstored);
    let end: JobEnd | undefined;
    if (outcome === 'fail') {
      end = await endUndelivered(tx, at, lease, 'failed', {
        reason,
        cause: isUnstored ? cause : null,
        costCents,
      });
    } else {
      if (!onlyIfExpired && unsettled !== true) await endRemoteOrders(tx, lease);
      const outcome = onlyIfExpired ? 'lost' : 'fault';
      // The next attempt goes on with what is unsettled, and says what that cost.
      await requeueJob(tx, lease, { outcome, reason, costCents: unsettled === true ? null : costCents });
    }
    return { ...job, outcome, elsewhere: elsewhere && outcome === 'retry', end };
  });
  if (fault !== undefined) {
    const counted = onlyIfExpired ? 'lost' : 'faults';
    await countAttemptEnd(database, fault, fault.outcome === 'fail' ? [counted, 'failed'] : [counted], at);
  }
  return fault;
}

type FaultyJob = Pick<Fault, 'pool' | 'initImageKey'> &
  AttemptWorker & {
    readonly faults: number;
    readonly operation: RenderOperation;
    readonly model: string;
    /** Pixels of the longer side. */
    readonly side: number;
    readonly isInMemory: boolean;
  };

/** So many faults of a job are its renderers', of which it says so: one that breaks each of them ends too. */
const EXCUSED_FAULTS = 5;

async function listFaults(tx: Queryable, jobId: string): Promise<readonly AttemptWorker[]> {
  return (await listEndedAttempts(tx, jobId)).filter(({ outcome }) => outcome === 'fault');
}

/** Whether a live worker could render the job that has not failed it. */
async function isRenderedElsewhere(
  tx: Queryable,
  { operation, model, side, worker, workerTokenId }: FaultyJob,
  faults: readonly AttemptWorker[],
): Promise<boolean> {
  return (await listLiveWorkers(tx)).some(({ name, tokenId, pools, capabilities }) => {
    if ([{ worker, workerTokenId }, ...faults].some(isOf({ worker: name, workerTokenId: tokenId })))
      return false;
    if (!pools.includes(poolOfOperation[operation])) return false;
    return capabilities.some(
      (can) => can.operation === operation && can.model === model && can.longest_side >= side,
    );
  });
}

const isOf = (one: AttemptWorker) => (other: AttemptWorker) =>
  one.worker === other.worker && one.workerTokenId === other.workerTokenId;
