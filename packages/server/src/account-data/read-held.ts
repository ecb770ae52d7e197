import type { Queryable } from '../db/database.ts';
import { keptJobsOf } from '../jobs/retention/kept-jobs.ts';
import type { Cents } from '../kernel/money.ts';

/**
 * The prepaid balance that the account's unfinished jobs hold. A deletion cancels them, and what they held returns to a
 * balance that nobody can spend.
 */
export async function readHeldCents(db: Queryable, accountId: string): Promise<Cents> {
  const [held] = await db.query<{ cents: Cents }>(
    `select coalesce(sum(prepaid_cents), 0)::bigint as cents from charges where state = 'held' and job_id = any(array(
       select id from (${keptJobsOf()}) as kept where ended_at is null))`,
    [accountId],
  );
  return held?.cents ?? 0;
}
