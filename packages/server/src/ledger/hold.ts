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
