import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';
import { type Draw, holdPostings } from './posting.ts';

interface ImmediateCharge {
  readonly kind: 'storage';
  readonly accountId: string;
  readonly draws: readonly Draw[];
  readonly monthEndCents: Cents;
}

/**
 * Charges what needs no hold, because it has been delivered: prepaid and receivable become revenue. Returns the id of the
 * transaction. The caller has locked the funding row.
 */
export async function chargeAtOnce(
  tx: Queryable,
  { kind, accountId, draws, monthEndCents }: ImmediateCharge,
  at: Date,
): Promise<number | undefined> {
  const postings = holdPostings(draws, monthEndCents);
  const [noted] = await tx.query<{ id: number }>(
    `with parts as (select * from unnest($3::text[], $4::uuid[], $5::bigint[]) as t (source, purchase_id, amount_cents)),
     noted as (
       insert into ledger_transactions (account_id, kind, created_at) values ($1, $2, $6) returning id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select id, source, 'revenue', purchase_id, amount_cents from noted, parts
     ), spent as (
       update purchases set spent_cents = spent_cents + parts.amount_cents from parts where purchases.id = purchase_id
     ), paid as (
       update funding_accounts set prepaid_cents = prepaid_cents - total
       from (select sum(amount_cents) as total from parts where source = 'prepaid') as drawn
       where account_id = $1 and total > 0
     )
     select id from noted`,
    [
      accountId,
      kind,
      postings.map(({ source }) => source),
      postings.map(({ purchaseId }) => purchaseId),
      postings.map(({ amountCents }) => amountCents),
      at,
    ],
  );
  return noted?.id;
}
