import type { RenderOperation } from '@kinora/contract';
import { cancelJob } from '../attempt/cancel-job.ts';
import { discard } from '../attempt/discard.ts';
import { type FailDependencies, failAttempt } from '../attempt/fail-attempt.ts';
import { findExpiredLeases } from '../attempt/leases.ts';
import { createSlots } from '../kernel/slots.ts';
import { isExpected } from '../workers/decide-capacity.ts';
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

/**
 * Fails the jobs of models whose workers may sleep when none has started for them in `start_seconds` and an hour, and releases
 * their prices. One for which a worker is there, or was ten minutes ago, waits from then on as every other job does. A job that
 * is claimed meanwhile is left alone.
 */
export async function failUnstartedJobs(dependencies: FailDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const waiting = await database.query<WaitingJob>(
    `select id, operation, model, width, height, attempt, owning_node_id is not null as "zeroRetention",
       needs_negative_prompt as "negativePrompt"
     from open_jobs where start_by < $1 order by start_by limit $2`,
    [clock.now(), MAX_ROUND],
  );
  if (waiting.length === 0) return;
  const capabilities = await listCapabilities(database);
  const [served, unserved] = [true, false].map((wanted) =>
    waiting.filter(
      ({ model: id, attempt, ...job }) =>
        (attempt > 0 || isExpected({ ...job, model: { id } }, capabilities)) === wanted,
    ),
  ) as [WaitingJob[], WaitingJob[]];
  await database.query('update open_jobs set start_by = null where id = any($1)', [
    served.map(({ id }) => id),
  ]);
  await eachOf(unserved, ({ id }) => failUnstarted(dependencies, id));
}

interface WaitingJob {
  readonly id: string;
  readonly attempt: number;
  readonly operation: RenderOperation;
  readonly model: string;
  readonly width: number;
  readonly height: number;
  readonly zeroRetention: boolean;
  readonly negativePrompt: boolean;
}

async function failUnstarted(
  { database, clock, blobs, onJobEnd }: FailDependencies,
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
