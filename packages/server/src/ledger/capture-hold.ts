import type { Queryable } from '../db/database.ts';

/**
 * Captures a job's hold on delivery: the held money becomes revenue. A unique index allows one settlement or
 * one reversal per job, so a second one fails.
 */
export async function captureHold(tx: Queryable, jobId: string, at: Date): Promise<void> {
  await tx.query(
    `with hold as (select id, account_id from ledger_transactions where job_id = $1 and kind = 'hold'),
     ending as (
       insert into ledger_transactions (account_id, kind, job_id, created_at)
       select account_id, 'settlement', $1, $2 from hold returning id
     )
     insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
     select ending.id, 'held', 'revenue', held.purchase_id, held.amount_cents
     from ending, hold join postings as held on held.transaction_id = hold.id`,
    [jobId, at],
  );
}
