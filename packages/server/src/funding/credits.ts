import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';

/** What one job of the job API costs; held at acceptance, it ends with its job. */
export interface NewCreditCharge {
  readonly jobId: string;
  readonly accountId: string;
  readonly credits: number;
}

const IS_USED = `credits > 0 and state <> 'reversed'`;

/** The credits that accounts have used in the UTC month of `at`. Exact under their funding locks. */
export async function readUsedCredits(
  tx: Queryable,
  accountIds: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.query<{ accountId: string; used: number }>(
    `select account_id as "accountId", sum(credits) as used from credit_charges
     where account_id = any($1::uuid[]) and month = $2::date and ${IS_USED} group by 1`,
    [accountIds, isoDate(monthStart(at))],
  );
  return new Map(rows.map(({ accountId, used }) => [accountId, used]));
}

/** The same for the account in `requested (account_id)`, as an expression; `month` is the parameter with its first day. */
export function usedCreditsIn(month: string): string {
  return `(select coalesce(sum(credits), 0) from credit_charges
    where account_id = requested.account_id and month = ${month}::date and ${IS_USED})`;
}

export async function holdCredits(
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

/** The job was delivered: its credits are spent. */
export async function settleCredits(tx: Queryable, jobId: string): Promise<void> {
  await end(tx, jobId, 'settled');
}

/**
 * The job failed, was blocked or cancelled: its credits are there again, in the month of its acceptance. No lock is
 * needed: whoever decides meanwhile only sees fewer of them.
 */
export async function reverseCredits(tx: Queryable, jobId: string): Promise<void> {
  await end(tx, jobId, 'reversed');
}

/** A second ending would put back what is spent: never, so the whole transaction falls. */
async function end(tx: Queryable, jobId: string, state: 'settled' | 'reversed'): Promise<void> {
  const ended = await tx.query(
    `update credit_charges set state = $2 where job_id = $1 and state = 'held' returning job_id`,
    [jobId, state],
  );
  if (ended.length !== 1) throw new Error(`the credits of job ${jobId} have already ended`);
}
