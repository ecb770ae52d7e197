import type { Queryable } from '../db/database.ts';

/**
 * Ends a job's hold: what was held becomes revenue. The unique index on a job's end makes a second
 * settlement, or a settlement after a reversal, impossible.
 */
export async function settleHold(tx: Queryable, jobId: string, at: Date): Promise<void> {
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

/**
 * Ends a job's hold by putting each amount back where it came from: to its purchase and the balance, or off
 * what is owed at month end. The caller holds the lock of the funding row.
 */
export async function reverseHold(tx: Queryable, jobId: string, at: Date): Promise<void> {
  await tx.query(
    `with hold as (select id, account_id from ledger_transactions where job_id = $1 and kind = 'hold'),
     held as (
       select hold.account_id, source, postings.purchase_id, amount_cents
       from hold join postings on transaction_id = hold.id
     ), ending as (
       insert into ledger_transactions (account_id, kind, job_id, created_at)
       select account_id, 'reversal', $1, $2 from hold returning id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select ending.id, 'held', source, purchase_id, amount_cents from ending, held
     ), restored as (
       update purchases set spent_cents = spent_cents - held.amount_cents
       from held where held.source = 'prepaid' and purchases.id = held.purchase_id
     )
     update funding_accounts set prepaid_cents = prepaid_cents + back.cents
     from (select account_id, sum(amount_cents) as cents from held where source = 'prepaid' group by 1) as back
     where funding_accounts.account_id = back.account_id`,
    [jobId, at],
  );
}
