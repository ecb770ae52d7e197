import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { assertCents, type Cents } from '../kernel/money.ts';
import { lockFundingRow } from './funding-accounts.ts';
import type { LedgerAccount } from './posting.ts';

const REFUNDABLE_MS = 86_400_000;

export interface NewPurchase {
  readonly purchaseId: string;
  readonly accountId: string;
  readonly amountCents: Cents;
  readonly source: 'checkout' | 'auto_recharge';
  /** Where the money came from. */
  readonly from: Extract<LedgerAccount, 'card' | 'operator_grant'>;
}

/**
 * Credits a purchase to the balance; it is refundable for 24 hours while unspent. A second call with the same
 * id violates the primary key and rolls its transaction back.
 */
export async function creditPurchase(tx: Queryable, purchase: NewPurchase, at: Date): Promise<void> {
  const { purchaseId, accountId, amountCents, source, from } = purchase;
  assertCents(amountCents);
  await lockFundingRow(tx, accountId);
  await tx.query(
    `with purchase as (
       insert into purchases (id, account_id, amount_cents, source, purchased_at, refundable_until)
       values ($1, $2, $3, $4, $5, $6) returning id
     ), credited as (
       insert into ledger_transactions (account_id, kind, purchase_id, created_at)
       select $2, 'credit', id, $5 from purchase returning id, purchase_id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select id, $7, 'prepaid', purchase_id, $3 from credited
     )
     update funding_accounts
     set prepaid_cents = prepaid_cents + $3, first_paid_at = coalesce(first_paid_at, $5)
     where account_id = $2`,
    [purchaseId, accountId, amountCents, source, at, new Date(at.getTime() + REFUNDABLE_MS), from],
  );
}

/**
 * Credits a balance that the operator grants; returns the id of its purchase. It is listed as `checkout` like
 * any other purchase; only its posting records that no card was charged.
 */
export async function grantBalance(
  tx: Queryable,
  accountId: string,
  amountCents: Cents,
  at: Date,
): Promise<string> {
  const purchaseId = newId();
  await creditPurchase(
    tx,
    { purchaseId, accountId, amountCents, source: 'checkout', from: 'operator_grant' },
    at,
  );
  return purchaseId;
}
