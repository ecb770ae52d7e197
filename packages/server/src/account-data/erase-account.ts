import { markErased } from '../accounts/close-account.ts';
import { forgetLibrary } from '../jobs/library/collections.ts';
import { deleteKept, listKeptJobs } from '../jobs/library/delete-kept.ts';
import { type DeleteDependencies, deleteJob } from '../jobs/retention/delete-job.ts';
import { forgetResponses } from '../jobs/retention/delete-responses.ts';
import { keptJobsOf } from '../jobs/retention/kept-jobs.ts';
import { withdrawWork } from '../jobs/works/withdraw-work.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { FIRST_ID } from '../kernel/ids.ts';
import { eraseCards } from '../payments/cards/erase-cards.ts';
import { waitingFolder } from '../storage/blob-keys.ts';
import { addTask } from '../tasks/add-task.ts';
import { forgetWebhooks } from '../webhooks/forget-webhooks.ts';

const BATCH = 100;

/**
 * The task that erases what is left of a deleted account: its jobs are cancelled and their bytes and prompts deleted,
 * one by one, so that an interrupted run continues where it was. Then the cards are forgotten, unless a subscription
 * still has to be cancelled: the task is repeated until it is.
 */
export async function eraseAccount(dependencies: DeleteDependencies, accountId: string): Promise<void> {
  const { database, clock } = dependencies;
  await eraseJobs(dependencies, accountId);
  await dependencies.blobs.deleteFolder(waitingFolder(accountId));
  // A kept copy outlives its job, and a published work too.
  for (const jobId of await listKeptJobs(database, accountId))
    await deleteKept(dependencies, accountId, jobId);
  const works = await database.query<{ jobId: string }>(
    'select job_id as "jobId" from works where account_id = $1',
    [accountId],
  );
  for (const { jobId } of works) await withdrawWork(dependencies, accountId, jobId);
  const running = await database.query(
    `select from subscriptions where account_id = $1 and state = 'active' and ends_at is null`,
    [accountId],
  );
  if (running.length > 0) throw new Error('the subscription of a deleted account is not cancelled yet');
  await database.transaction(async (tx) => {
    await forgetResponses(tx, accountId);
    await forgetWebhooks(tx, accountId);
    await forgetLibrary(tx, accountId);
    await eraseCards(tx, addTask, accountId);
    await markErased(tx, accountId, clock.now());
  });
}

const NEXT = `order by id limit ${BATCH}`;
const NEXT_JOBS = `select id from (${keptJobsOf(`and id > $2 ${NEXT}`)}) as kept ${NEXT}`;

async function eraseJobs(dependencies: DeleteDependencies, accountId: string): Promise<void> {
  let last = FIRST_ID;
  for (;;) {
    const batch = await dependencies.database.query<{ id: string }>(NEXT_JOBS, [accountId, last]);
    for (const { id } of batch) {
      await deleteJob(dependencies, accountId, id);
      crashPoint('deletion.after_job');
    }
    const end = batch.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}
