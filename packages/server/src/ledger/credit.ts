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
 * Credits a purchase to the balance; it is refundable for 24 hours while unspent, and counts as a payment. A second call with
 * the same id violates the primary key and rolls its transaction back.
 */
export async function creditPurchase(tx: Queryable, purchase: NewPurchase, at: Date): Promise<void> {
  const refundableUntil = new Date(at.getTime() + REFUNDABLE_MS);
  await credit(tx, { ...purchase, refundableUntil, expiresAt: null }, at);
}

export interface NewGrant {
  readonly purchaseId: string;
  readonly accountId: string;
  readonly amountCents: Cents;
  readonly source: 'grant' | 'code';
  /** When what is unspent of it leaves the balance; null for never. */
  readonly expiresAt: Date | null;
}

/** Credits a grant to the balance, as a purchase that nobody paid: it is never refundable and no payment of the account. */
export async function creditGrant(tx: Queryable, grant: NewGrant, at: Date): Promise<void> {
  await credit(tx, { ...grant, from: 'operator_grant', refundableUntil: null }, at);
}

type Credit = (NewPurchase | (NewGrant & { readonly from: 'operator_grant' })) & {
  readonly refundableUntil: Date | null;
  readonly expiresAt: Date | null;
};

async function credit(tx: Queryable, credited: Credit, at: Date): Promise<void> {
  const { purchaseId, accountId, amountCents, source, from, refundableUntil, expiresAt } = credited;
  assertCents(amountCents);
  await lockFundingRow(tx, accountId);
  await tx.query(
    `with purchase as (
       insert into purchases (id, account_id, amount_cents, source, purchased_at, refundable_until, expires_at)
       values ($1, $2, $3, $4, $5, $6, $8) returning id
     ), credited as (
       insert into ledger_transactions (account_id, kind, purchase_id, created_at)
       select $2, 'credit', id, $5 from purchase returning id, purchase_id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select id, $7, 'prepaid', purchase_id, $3 from credited
     )
     update funding_accounts
     set prepaid_cents = prepaid_cents + $3,
       first_paid_at = case when $6::timestamptz is null then first_paid_at else coalesce(first_paid_at, $5) end
     where account_id = $2`,
    [purchaseId, accountId, amountCents, source, at, refundableUntil, from, expiresAt],
  );
}

/**
 * Credits the balance with which an operator creates an account, as money that came another way; returns the id of its
 * purchase. It counts as bought and is listed as `checkout`; only its posting records that no card was charged.
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
