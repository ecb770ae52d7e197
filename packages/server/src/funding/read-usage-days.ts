import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';

/** What an account used on one UTC day; reversed charges do not count. Lengths of video are in twelfths of a second. */
export interface UsageDay {
  /** Such as 2026-01-31. */
  readonly day: string;
  readonly imagesIncluded: number;
  readonly imagesOverage: number;
  readonly videosIncluded: number;
  readonly videosOverage: number;
  /** As the allowance counts them: cinema counts double. */
  readonly twelfthsIncluded: number;
  readonly twelfthsOverage: number;
  readonly prepaidCents: Cents;
  readonly monthEndCents: Cents;
  /** Jobs of the studio and the job API, which are paid in credits. */
  readonly creditImages: number;
  readonly creditVideos: number;
  readonly credits: number;
}

/**
 * The days of `month` (its first day) on which the account used something, in order. Their sums are the counters of the
 * month: both are made of the same charges, those of storage among them.
 */
export async function readUsageDays(db: Queryable, accountId: string, month: string): Promise<UsageDay[]> {
  return db.query<UsageDay>(
    `with used as (
       select jobs.created_at, jobs.medium, charges.medium as charged, charges.included_twelfths, charges.included_images, charges.twelfths,
         charges.prepaid_cents, charges.month_end_cents, credits
       from jobs
       left join charges on charges.job_id = jobs.id
       left join credit_charges on credit_charges.job_id = jobs.id
       where jobs.account_id = $1
         and jobs.created_at >= $2::date::timestamp at time zone 'UTC'
         and jobs.created_at < ($2::date + interval '1 month') at time zone 'UTC'
         and coalesce(charges.state, credit_charges.state) <> 'reversed'
       union all
       select day::timestamp at time zone 'UTC', null, null, null, null, null, prepaid_cents, month_end_cents, null
       from storage_days
       where account_id = $1 and day >= $2::date and day < $2::date + interval '1 month' and transaction_id is not null
     )
     select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
       coalesce(sum(included_images), 0) as "imagesIncluded",
       count(*) filter (where charged = 'image' and included_twelfths is null) as "imagesOverage",
       count(*) filter (where charged = 'video' and included_twelfths is not null) as "videosIncluded",
       count(*) filter (where charged = 'video' and included_twelfths is null) as "videosOverage",
       coalesce(sum(included_twelfths), 0) as "twelfthsIncluded",
       coalesce(sum(twelfths) filter (where included_twelfths is null), 0) as "twelfthsOverage",
       coalesce(sum(prepaid_cents), 0)::bigint as "prepaidCents",
       coalesce(sum(month_end_cents), 0)::bigint as "monthEndCents",
       count(*) filter (where credits is not null and medium = 'image') as "creditImages",
       count(*) filter (where credits is not null and medium = 'video') as "creditVideos",
       coalesce(sum(credits), 0) as credits
     from used group by 1 order by 1`,
    [accountId, month],
  );
}

const MONTHS_MAX = 120;

/** The months in which the account used something, newest first, as their first days. */
export async function listUsageMonths(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await db.query<{ month: string }>(
    `select month from usage_months where account_id = $1
     union select month from credit_charges where account_id = $1 and credits > 0 and state <> 'reversed'
     order by month desc limit $2`,
    [accountId, MONTHS_MAX],
  );
  return rows.map(({ month }) => month);
}
