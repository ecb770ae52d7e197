import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from './funding-accounts.ts';

export type RefundOutcome = 'refunded' | 'spent' | 'too_late' | 'already_refunded' | 'unknown';

interface RefundTerms {
  readonly spentCents: number;
  readonly refundableUntil: Date;
  /** When a refund, or a takeback of the provider, returned it. */
  readonly refundedAt: Date | null;
}

/** The reason why a purchase cannot be refunded at `at`; undefined when it can. */
export function checkRefund(
  { spentCents, refundableUntil, refundedAt }: RefundTerms,
  at: Date,
): 'already_refunded' | 'spent' | 'too_late' | undefined {
  if (refundedAt !== null) return 'already_refunded';
  if (spentCents > 0) return 'spent';
  return refundableUntil <= at ? 'too_late' : undefined;
}

/**
 * Removes an unspent purchase from the balance, within 24 hours of the purchase; a grant is none. Locks the funding row, so of
 * a refund and a concurrent request that spends the purchase only one succeeds.
 */
export async function refundPurchase(
  tx: Queryable,
  accountId: string,
  purchaseId: string,
  at: Date,
): Promise<RefundOutcome> {
  await lockFundingRow(tx, accountId);
  const [purchase] = await tx.query<RefundTerms>(
    `select spent_cents as "spentCents", refundable_until as "refundableUntil",
       coalesce(refunded_at, (select changed_at from takebacks where id = $1 and taken_cents > 0)) as "refundedAt"
     from purchases where id = $1 and account_id = $2 and refundable_until is not null`,
    [purchaseId, accountId],
  );
  if (purchase === undefined) return 'unknown';
  const rejection = checkRefund(purchase, at);
  if (rejection !== undefined) return rejection;
  await move(tx, { accountId, purchaseId, kind: 'refund', refundedAt: at, at });
  return 'refunded';
}

/**
 * Reverses a refund that the card network could not pay out: the purchase is credited to the balance again.
 */
export async function reverseRefund(
  tx: Queryable,
  accountId: string,
  purchaseId: string,
  at: Date,
): Promise<void> {
  await lockFundingRow(tx, accountId);
  await move(tx, { accountId, purchaseId, kind: 'refund_reversal', refundedAt: null, at });
}

interface Move {
  readonly accountId: string;
  readonly purchaseId: string;
  readonly kind: 'refund' | 'refund_reversal';
  readonly refundedAt: Date | null;
  readonly at: Date;
}

/**
 * Posts the inverse of the purchase's credit, or its reversal. Throws if the purchase is in that state
 * already.
 */
async function move(tx: Queryable, { accountId, purchaseId, kind, refundedAt, at }: Move): Promise<void> {
  const moved = await tx.query(
    `with purchase as (
       update purchases set refunded_at = $3
       where id = $1 and account_id = $2 and (refunded_at is null) = ($3::timestamptz is not null) and spent_cents = 0
       returning id, amount_cents
     ), credit as (
       select postings.source from postings join ledger_transactions on ledger_transactions.id = transaction_id
       where ledger_transactions.purchase_id = $1 and kind = 'credit'
     ), noted as (
       insert into ledger_transactions (account_id, kind, purchase_id, created_at)
       select $2, $4, id, $5 from purchase returning id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select noted.id, case $4 when 'refund' then 'prepaid' else credit.source end,
         case $4 when 'refund' then credit.source else 'prepaid' end, $1, amount_cents
       from noted, credit, purchase
     )
     update funding_accounts
     set prepaid_cents = prepaid_cents + case $4 when 'refund' then -amount_cents else amount_cents end
     from purchase where account_id = $2 returning account_id`,
    [purchaseId, accountId, refundedAt, kind, at],
  );
  if (moved.length !== 1) throw new Error(`purchase ${purchaseId} cannot have a ${kind} now`);
}
