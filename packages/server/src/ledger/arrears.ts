import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';
import { lockFundingRow } from './funding-accounts.ts';
import { type Draw, drawFrom, type Unspent } from './posting.ts';

/**
 * Pays what the account owes of takebacks from what it bought of its balance, the oldest purchase first, as far as that goes;
 * returns how much. A grant pays no debt: it would turn into the money that was taken back. Locks the funding row.
 */
export async function payOwedFromBalance(tx: Queryable, accountId: string, at: Date): Promise<Cents> {
  await lockFundingRow(tx, accountId);
  const [owing] = await tx.query<{ cents: Cents }>(
    'select owed_cents as cents from funding_accounts where account_id = $1 and owed_cents > 0',
    [accountId],
  );
  if (owing === undefined) return 0;
  const open = await tx.query<Unspent>(
    `select id, amount_cents - spent_cents as "unspentCents" from purchases
     where account_id = $1 and not is_spent and refunded_at is null and refundable_until is not null
     order by purchased_at, id`,
    [accountId],
  );
  const payable = Math.min(
    owing.cents,
    open.reduce((sum, { unspentCents }) => sum + unspentCents, 0),
  );
  if (payable > 0) await move(tx, accountId, draw(open, payable), at);
  return payable;
}

/**
 * Returns to the purchases what they paid of the arrears, the latest first, as far as it is more than is owed once that
 * changes by `changeCents`; returns how much. The caller has locked the funding row.
 */
export async function returnOverpaid(
  tx: Queryable,
  accountId: string,
  changeCents: Cents,
  at: Date,
): Promise<Cents> {
  if (changeCents >= 0) return 0;
  const [owing] = await tx.query<{ cents: Cents }>(
    'select owed_cents as cents from funding_accounts where account_id = $1',
    [accountId],
  );
  const overpaid = -changeCents - (owing?.cents ?? 0);
  if (overpaid <= 0) return 0;
  // What can be returned to a purchase is what it paid.
  const paid = await tx.query<Unspent>(
    `select postings.purchase_id as id,
       sum(case source when 'prepaid' then amount_cents else -amount_cents end)::bigint as "unspentCents"
     from ledger_transactions join postings on transaction_id = ledger_transactions.id
     where account_id = $1 and kind = 'arrears' group by 1 order by max(transaction_id) desc`,
    [accountId],
  );
  const returned = draw(paid, overpaid).map((part) => ({ ...part, amountCents: -part.amountCents }));
  await move(tx, accountId, returned, at);
  return overpaid;
}

function draw(purchases: readonly Unspent[], cents: Cents): Draw[] {
  const draws = drawFrom(purchases, cents);
  assert(draws !== undefined, `the purchases have ${cents} cents`);
  return draws;
}

/** Moves from prepaid to receivable what each purchase pays, or what is returned to it if negative. */
async function move(tx: Queryable, accountId: string, parts: readonly Draw[], at: Date): Promise<void> {
  await tx.query(
    `with parts as (select * from unnest($2::uuid[], $3::bigint[]) as t (purchase_id, cents)),
     noted as (
       insert into ledger_transactions (account_id, kind, created_at) values ($1, 'arrears', $4) returning id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select id, case when cents > 0 then 'prepaid' else 'receivable' end,
         case when cents > 0 then 'receivable' else 'prepaid' end, purchase_id, abs(cents)
       from noted, parts
     ), paid as (
       update purchases set spent_cents = spent_cents + cents from parts where purchases.id = purchase_id
     )
     update funding_accounts set prepaid_cents = prepaid_cents - total, owed_cents = owed_cents - total
     from (select sum(cents)::bigint as total from parts) as moved where account_id = $1`,
    [accountId, parts.map(({ purchaseId }) => purchaseId), parts.map(({ amountCents }) => amountCents), at],
  );
}
