import { conditionsOf } from '../../db/conditions.ts';
import type { Queryable } from '../../db/database.ts';
import type { Cents } from '../../kernel/money.ts';
import { SHOWN_STATE, type ShownState } from './shown-state.ts';

/** One job with what it cost and what paid it. */
export interface JobCost {
  readonly id: string;
  readonly createdAt: Date;
  /** `api`: paid with money, or from the allowance; `studio`: paid in credits, by the studio or the job API. */
  readonly via: 'api' | 'studio';
  readonly medium: 'image' | 'video';
  readonly model: string;
  readonly width: number;
  readonly height: number;
  /** The billed length; null for an image. */
  readonly seconds: number | null;
  readonly state: ShownState;
  /** A reversed charge cost nothing in the end. */
  readonly charge: 'held' | 'settled' | 'reversed';
  /** Null for a job that is paid in credits. */
  readonly priceCents: Cents | null;
  readonly isFromAllowance: boolean;
  readonly prepaidCents: Cents;
  readonly monthEndCents: Cents;
  readonly credits: number | null;
}

export interface JobCostFilter {
  readonly accountId: string;
  /** First day of a UTC month; undefined for all. */
  readonly month: string | undefined;
  readonly medium: 'image' | 'video' | undefined;
}

/**
 * A page of an account's jobs with their costs, newest first, deleted and expired ones included: the ledger stays. Read
 * along the index by account and time, so that a page costs the same however many jobs there are.
 */
export async function listJobCosts(
  db: Queryable,
  { accountId, month, medium }: JobCostFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<JobCost[]> {
  const values: unknown[] = [accountId, limit];
  const filter = conditionsOf(values, [
    [
      `jobs.created_at >= ?::date::timestamp at time zone 'UTC'
       and jobs.created_at < (?::date + interval '1 month') at time zone 'UTC'`,
      month,
    ],
    ['jobs.medium = ?', medium],
    [
      `(jobs.created_at, jobs.id) < (
         select created_at, id from jobs as last where last.id = ? and last.account_id = $1)`,
      before,
    ],
  ]);
  return db.query<JobCost>(
    `select jobs.id, jobs.created_at as "createdAt", case interface when 'v1' then 'api' else 'studio' end as via,
       jobs.medium, model, width, height,
       (frames - 1)::float8 / frames_per_second as seconds,
       ${SHOWN_STATE} as state, coalesce(charges.state, credit_charges.state) as charge, price_cents as "priceCents",
       included_twelfths is not null as "isFromAllowance", coalesce(prepaid_cents, 0) as "prepaidCents",
       coalesce(month_end_cents, 0) as "monthEndCents", credits
     from current_jobs as jobs
     left join charges on charges.job_id = jobs.id
     left join credit_charges on credit_charges.job_id = jobs.id
     where jobs.account_id = $1${filter}
       and (charges.job_id is not null or credit_charges.job_id is not null)
     order by jobs.created_at desc, jobs.id desc limit $2`,
    values,
  );
}
