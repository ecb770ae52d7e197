import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { assertCents, type Cents } from '../kernel/money.ts';
import { lockFundingRow } from './funding-accounts.ts';

const REFUNDABLE_MS = 86_400_000;

/**
 * Adds a balance the operator grants. It is a purchase like any other, spent in its turn and refundable for
 * 24 hours while unspent; the ledger knows that no card stands behind it.
 */
export async function grantBalance(
  tx: Queryable,
  accountId: string,
  amountCents: Cents,
  at: Date,
): Promise<string> {
  assertCents(amountCents);
  const purchaseId = newId();
  await lockFundingRow(tx, accountId);
  await tx.query(
    `with purchase as (
       insert into purchases (id, account_id, amount_cents, source, purchased_at, refundable_until)
       values ($1, $2, $3, 'checkout', $4, $5) returning id
     ), credited as (
       insert into ledger_transactions (account_id, kind, purchase_id, created_at)
       select $2, 'credit', id, $4 from purchase returning id, purchase_id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select id, 'operator_grant', 'prepaid', purchase_id, $3 from credited
     )
     update funding_accounts
     set prepaid_cents = prepaid_cents + $3, first_paid_at = coalesce(first_paid_at, $4)
     where account_id = $2`,
    [purchaseId, accountId, amountCents, at, new Date(at.getTime() + REFUNDABLE_MS)],
  );
  return purchaseId;
}
