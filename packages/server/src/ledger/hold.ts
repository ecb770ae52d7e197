import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';
import { type Draw, holdPostings } from './posting.ts';

/** The price of one job, reserved at acceptance. */
export interface Hold {
  readonly jobId: string;
  readonly accountId: string;
  readonly draws: readonly Draw[];
  readonly monthEndCents: Cents;
}

/**
 * Places holds: moves the price of each job from prepaid and receivable to held. One statement writes the
 * transactions with their postings, the spent amounts of the purchases and the balances. The caller has
 * locked the funding rows.
 */
export async function placeHolds(tx: Queryable, holds: readonly Hold[], at: Date): Promise<void> {
  const postings = holds.flatMap(({ jobId, accountId, draws, monthEndCents }) =>
    holdPostings(draws, monthEndCents).map((posting) => ({ jobId, accountId, ...posting })),
  );
  await tx.query(
    `with input as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bigint[])
         as t (job_id, account_id, source, destination, purchase_id, amount_cents)
     ), held as (
       insert into ledger_transactions (account_id, kind, job_id, created_at)
       select distinct on (job_id) account_id, 'hold', job_id, $7::timestamptz from input
       returning id, job_id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select held.id, source, destination, purchase_id, amount_cents from input join held using (job_id)
     ), spent as (
       update purchases set spent_cents = spent_cents + drawn.cents
       from (select purchase_id, sum(amount_cents) as cents from input group by 1) as drawn
       where purchases.id = drawn.purchase_id
     )
     update funding_accounts set prepaid_cents = prepaid_cents - drawn.cents
     from (select account_id, sum(amount_cents) as cents from input where source = 'prepaid' group by 1) as drawn
     where funding_accounts.account_id = drawn.account_id`,
    [
      postings.map((p) => p.jobId),
      postings.map((p) => p.accountId),
      postings.map((p) => p.source),
      postings.map((p) => p.destination),
      postings.map((p) => p.purchaseId),
      postings.map((p) => p.amountCents),
      at,
    ],
  );
}

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
