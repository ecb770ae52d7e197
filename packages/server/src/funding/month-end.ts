import type { Queryable } from '../db/database.ts';

export interface MonthEnd {
  /** Owed for the month, in whole US cents. */
  readonly cents: number;
  /** Jobs of the month that have not ended. Their charges may still be reversed, so the invoice waits. */
  readonly openJobs: number;
}

/** What `accountId` owes for `month` (its first day, `YYYY-MM-DD`), summed from its charges and days of storage. */
export async function readMonthEnd(db: Queryable, accountId: string, month: string): Promise<MonthEnd> {
  const [row] = await db.query<MonthEnd>(
    `select (coalesce(sum(month_end_cents) filter (where state <> 'reversed'), 0) + (
         select coalesce(sum(month_end_cents), 0) from storage_days
         where account_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
       ))::bigint as cents,
       count(*) filter (where state = 'held') as "openJobs"
     from charges where account_id = $1 and month = $2::date`,
    [accountId, month],
  );
  return row ?? { cents: 0, openJobs: 0 };
}
