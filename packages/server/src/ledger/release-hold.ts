import type { Queryable } from '../db/database.ts';

/**
 * Releases a job's hold. Prepaid amounts return to their purchases and to the balance; the month-end amount
 * is no longer owed. The caller has locked the funding row.
 */
export async function releaseHold(tx: Queryable, jobId: string, at: Date): Promise<void> {
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
     ), returned as (
       update purchases set spent_cents = spent_cents - held.amount_cents
       from held where held.source = 'prepaid' and purchases.id = held.purchase_id
     )
     update funding_accounts set prepaid_cents = prepaid_cents + released.cents
     from (select account_id, sum(amount_cents) as cents from held where source = 'prepaid' group by 1) as released
     where funding_accounts.account_id = released.account_id`,
    [jobId, at],
  );
}
