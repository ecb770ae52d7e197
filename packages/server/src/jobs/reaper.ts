import { type FailDependencies, failAttempt } from './attempts/fail-attempt.ts';
import { type DeleteDependencies, deleteJob } from './delete-job.ts';
import { findExpiredLeases } from './queue.ts';

const MAX_ROUND = 100;
const SILENCE = { reason: 'the worker stopped answering', retryable: true };

/**
 * Cancels the held jobs whose server has shown no sign of life: their callers are gone, and nobody else knows what
 * they asked for. The money goes back.
 */
export async function reapAbandonedJobs(dependencies: DeleteDependencies): Promise<void> {
  const jobs = await dependencies.database.query<{ id: string; accountId: string }>(
    `select id, account_id as "accountId" from jobs
     where held_by is not null and ended_at is null and held_until < now() order by held_until limit $1`,
    [MAX_ROUND],
  );
  for (const { id, accountId } of jobs) await deleteJob(dependencies, accountId, id);
}

/**
 * Takes back the leases whose worker has fallen silent: the job is queued again, or fails after its last attempt and
 * its money goes back. Safe on any number of nodes: each lease ends once, by its attempt.
 */
export async function reapExpiredLeases(dependencies: FailDependencies): Promise<void> {
  for (const lease of await findExpiredLeases(dependencies.database, MAX_ROUND)) {
    await failAttempt(dependencies, lease, SILENCE, true);
  }
}
