import { type DeleteDependencies, deleteJob } from '../retention/delete-job.ts';
import { type FailDependencies, failAttempt } from './fail-attempt.ts';
import { findExpiredLeases } from './leases.ts';

const MAX_ROUND = 100;
const LEASE_EXPIRED = { reason: 'the worker stopped sending heartbeats', retryable: true };

/**
 * Cancels the ephemeral jobs whose owning node sends no heartbeats and releases their prices: their callers are
 * disconnected, and no other server has their prompts.
 */
export async function reapAbandonedJobs(dependencies: DeleteDependencies): Promise<void> {
  const jobs = await dependencies.database.query<{ id: string; accountId: string }>(
    `select id, account_id as "accountId" from jobs
     where owning_node_id is not null and ended_at is null and node_alive_until < now()
     order by node_alive_until limit $1`,
    [MAX_ROUND],
  );
  for (const { id, accountId } of jobs) await deleteJob(dependencies, accountId, id);
}

/**
 * Ends the leases that expired without a heartbeat: the job is queued again, or fails after its last attempt and its price
 * is released. Safe on any number of nodes: each lease ends once, by its attempt.
 */
export async function reapExpiredLeases(dependencies: FailDependencies): Promise<void> {
  for (const lease of await findExpiredLeases(dependencies.database, MAX_ROUND)) {
    await failAttempt(dependencies, lease, LEASE_EXPIRED, true);
  }
}
