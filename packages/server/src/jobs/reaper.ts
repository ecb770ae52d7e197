import { type FailDependencies, failAttempt } from '../attempt/fail-attempt.ts';
import { findExpiredLeases } from '../attempt/leases.ts';
import { createSlots } from '../kernel/slots.ts';
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

/** Ends jobs several at once, and the others when one fails, as a job of an account whose row is locked does. */
async function eachOf<Item>(items: readonly Item[], end: (item: Item) => Promise<unknown>): Promise<void> {
  const inSlot = createSlots(CONCURRENCY);
  const ended = await Promise.allSettled(items.map((item) => inSlot(() => end(item))));
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
