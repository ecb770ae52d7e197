import type { RenderOperation } from '@kinora/contract';
import { cancelJob } from '../attempt/cancel-job.ts';
import { discard } from '../attempt/discard.ts';
import { type FailDependencies, failAttempt } from '../attempt/fail-attempt.ts';
import { findExpiredLeases } from '../attempt/leases.ts';
import { createSlots } from '../kernel/slots.ts';
import { linesOfModel } from '../queue/claim-job.ts';
import { isServed } from '../workers/decide-capacity.ts';
import { listCapabilities } from '../workers/worker-health.ts';
import { type DeleteDependencies, deleteJob } from './retention/delete-job.ts';

const MAX_ROUND = 100;
const CONCURRENCY = 4;
const LEASE_EXPIRED = { reason: 'the worker stopped sending heartbeats', retryable: true };

/**
 * Cancels the ephemeral jobs whose owning node sends no heartbeats and releases their prices: their callers are
 * disconnected, and no other server has their prompts.
 */
export async function reapAbandonedJobs(dependencies: DeleteDependencies): Promise<void> {
  const jobs = await dependencies.database.query<{ id: string; accountId: string }>(
    `select id, account_id as "accountId" from open_jobs
     where owning_node_id is not null and node_alive_until < now()
     order by node_alive_until limit $1`,
    [MAX_ROUND],
  );
  await eachOf(jobs, ({ id, accountId }) => deleteJob(dependencies, accountId, id));
}

/**
 * Ends the leases that expired without a heartbeat: the job is queued again, or fails after its last attempt and its price
 * is released. Safe on any number of nodes: each lease ends once, by its attempt.
 */
export async function reapExpiredLeases(dependencies: FailDependencies): Promise<void> {
  const leases = await findExpiredLeases(dependencies.database, MAX_ROUND);
  await eachOf(leases, (lease) => failAttempt(dependencies, lease, LEASE_EXPIRED, true));
}

/** How much longer than `start_seconds` a job waits for the first worker of its model. */
const START_GRACE_SECONDS = 3600;

export interface StartDependencies extends FailDependencies {
  /** What is sold now. */
  readonly models: () => readonly {
    readonly id: string;
    readonly operations: readonly RenderOperation[];
    readonly startSeconds: number | null;
  }[];
}

/**
 * Fails the jobs of models whose workers may sleep when none has started for them in `start_seconds` and an hour, and releases
 * their prices. Reads the first jobs in line of each capability, so that a round costs the same however long a queue is. A job
 * that is claimed meanwhile is left alone.
 */
export async function failUnstartedJobs(dependencies: StartDependencies): Promise<void> {
  const { database, models, clock } = dependencies;
  const now = clock.now();
  const lines = models().flatMap(({ id, operations, startSeconds }) => {
    if (startSeconds === null) return [];
    const before = new Date(now.getTime() - (startSeconds + START_GRACE_SECONDS) * 1000);
    return linesOfModel(id, operations).map((line) => ({ line, before }));
  });
  if (lines.length === 0) return;
  const waiting = await database.query<WaitingJob>(
    `select head.id, operation, model, width, height, owning_node_id is not null as "zeroRetention"
     from unnest($1::text[], $2::timestamptz[]) as lines (line, before), lateral (
       select * from open_jobs where waits_for = line order by sort_key, id limit $3
     ) as head where created_at < before`,
    [lines.map(({ line }) => line), lines.map(({ before }) => before), MAX_ROUND],
  );
  if (waiting.length === 0) return;
  const capabilities = await listCapabilities(database);
  const unserved = waiting.filter(
    ({ model: id, ...job }) => !isServed({ ...job, model: { id } }, capabilities),
  );
  await eachOf(unserved, ({ id }) => failUnstarted(dependencies, id));
}

interface WaitingJob {
  readonly id: string;
  readonly operation: RenderOperation;
  readonly model: string;
  readonly width: number;
  readonly height: number;
  readonly zeroRetention: boolean;
}

async function failUnstarted(
  { database, clock, blobs, onJobEnd }: StartDependencies,
  jobId: string,
): Promise<void> {
  const at = clock.now();
  const job = await database.transaction((tx) => cancelJob(tx, jobId, { by: 'waiting' }, at));
  if (job === undefined) return;
  onJobEnd?.(job.end);
  if (job.initImageKey !== null) await discard(blobs, job.initImageKey);
}

/** Ends jobs several at once, and the others when one fails, as a job of an account whose row is locked does. */
async function eachOf<Item>(items: readonly Item[], end: (item: Item) => Promise<unknown>): Promise<void> {
  const inSlot = createSlots(CONCURRENCY);
  const ended = await Promise.allSettled(items.map((item) => inSlot(() => end(item))));
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
