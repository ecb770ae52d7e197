import { forgetResponses } from '../jobs/accept/idempotency.ts';
import { type DeleteDependencies, deleteJob } from '../jobs/retention/delete-job.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { forgetCards } from '../payments/forget-cards.ts';
import { forgetWebhooks } from '../webhooks/forget-webhooks.ts';

const BATCH = 100;

/**
 * The task that erases what is left of a deleted account: its jobs are cancelled, and their bytes, prompts and published
 * copies deleted, one by one, so that an interrupted run goes on where it was. Then the cards are forgotten, unless a subscription still has
 * to be cancelled: the task is repeated until it is.
 */
export async function eraseAccount(dependencies: DeleteDependencies, accountId: string): Promise<void> {
  const { database, clock } = dependencies;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const batch = await database.query<{ id: string }>(
      `select id from jobs
       where account_id = $1 and id > $2
         and (deleted_at is null or exists (select from works where works.job_id = jobs.id))
       order by id limit ${BATCH}`,
      [accountId, last],
    );
    for (const { id } of batch) {
      await deleteJob(dependencies, accountId, id);
      crashPoint('deletion.after_job');
    }
    last = batch.at(-1)?.id ?? '';
    if (last === '') break;
  }
  const running = await database.query(
    `select from subscriptions where account_id = $1 and state = 'active' and ends_at is null`,
    [accountId],
  );
  if (running.length > 0) throw new Error('the subscription of a deleted account is not cancelled yet');
  await database.transaction(async (tx) => {
    await forgetResponses(tx, accountId);
    await forgetWebhooks(tx, accountId);
    await forgetCards(tx, accountId);
    await tx.query('update accounts set erased_at = coalesce(erased_at, $2) where id = $1', [
      accountId,
      clock.now(),
    ]);
  });
}
