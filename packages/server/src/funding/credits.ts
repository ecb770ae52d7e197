import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';

/** The price of one job of the job API, reserved at acceptance and settled or reversed with its job. */
export interface NewCreditCharge {
  readonly jobId: string;
  readonly accountId: string;
  readonly credits: number;
}

/** It equals the condition of the index by account and month. */
const IS_USED = `credits > 0 and state <> 'reversed'`;

/**
 * The credits that the account in `requested (account_id)` has used in a UTC month, as an expression; exact while its
 * funding row is locked. `month` is the parameter with the month's first day.
 */
export function usedCreditsIn(month: string): string {
  return `(select coalesce(sum(credits), 0) from credit_charges
    where account_id = requested.account_id and month = ${month}::date and ${IS_USED})`;
}

/**
 * Reserves the credits of accepted jobs, in the UTC month of `at`. The caller has locked the funding rows.
 */
export async function reserveCredits(
  tx: Queryable,
  charges: readonly NewCreditCharge[],
  at: Date,
): Promise<void> {
  if (charges.length === 0) return;
  await tx.query(
    `insert into credit_charges (job_id, account_id, credits, month)
     select job_id, account_id, credits, $4::date
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as t (job_id, account_id, credits)`,
    [
      charges.map((c) => c.jobId),
      charges.map((c) => c.accountId),
      charges.map((c) => c.credits),
      isoDate(monthStart(at)),
    ],
  );
}

/** Settles the credit charge of a delivered job; false for a job that is paid in money. */
export function settleCredits(tx: Queryable, jobId: string): Promise<boolean> {
  return endCredits(tx, jobId, 'settled');
}

/**
 * Reverses the credit charge of a job that failed, was blocked or was cancelled, in the month of its
 * acceptance; false for a job that is paid in money. No lock is needed: a concurrent decision at worst still counts these
 * credits as used.
 */
export function reverseCredits(tx: Queryable, jobId: string): Promise<boolean> {
  return endCredits(tx, jobId, 'reversed');
}

/** A second ending could reverse credits that are spent, so it fails the whole transaction. */
async function endCredits(tx: Queryable, jobId: string, state: 'settled' | 'reversed'): Promise<boolean> {
  const [charge] = await tx.query<{ ended: boolean }>(
    `with ended as (update credit_charges set state = $2 where job_id = $1 and state = 'held' returning job_id)
     select exists (select from ended) as ended from credit_charges where job_id = $1`,
    [jobId, state],
  );
  if (charge?.ended === false) throw new Error(`the credits of job ${jobId} have already ended`);
  return charge !== undefined;
}
