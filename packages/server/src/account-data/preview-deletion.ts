import type { DeletionPreview } from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { planTitle } from '../catalogue/plans.ts';
import type { Database } from '../db/database.ts';
import { keptJobsOf } from '../jobs/retention/kept-jobs.ts';
import { readHeldCents } from './read-held.ts';
import { readObligations } from './read-obligations.ts';

/** What the deletion of an account would end, and what keeps it from being deleted. */
export async function previewDeletion(
  database: Database,
  catalogue: Catalogue,
  accountId: string,
  at: Date,
): Promise<DeletionPreview> {
  const obligations = await readObligations(database, accountId, at);
  const [jobs] = await database.query<Pick<DeletionPreview, 'unfinished_jobs' | 'kept_jobs'>>(
    `select count(*) filter (where ended_at is null) as unfinished_jobs,
       count(*) filter (where ended_at is not null)
         + (select count(*) from kept_results join jobs on jobs.id = job_id
            where kept_results.account_id = $1 and deleted_at is not null) as kept_jobs
     from (${keptJobsOf()}) as kept`,
    [accountId],
  );
  const [subscription] = await database.query<{ plan: string }>(
    `select plan from subscriptions where account_id = $1 and state = 'active' and ends_at is null`,
    [accountId],
  );
  return {
    balance_cents: obligations.balanceCents,
    held_cents: await readHeldCents(database, accountId),
    owed_cents: obligations.owedCents,
    in_arrears: obligations.isInArrears,
    payment_open: obligations.hasOpenPayment,
    subscription: subscription === undefined ? null : planTitle(catalogue, subscription.plan),
    unfinished_jobs: jobs?.unfinished_jobs ?? 0,
    kept_jobs: jobs?.kept_jobs ?? 0,
  };
}
