import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';

/** Pauses API payments of an account until a person has looked at it. The funding row is locked first. */
export async function reviewAccount(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query('update accounts set under_review_since = coalesce(under_review_since, $2) where id = $1', [
    accountId,
    at,
  ]);
}

/** A person has looked: payments of the account go on. */
export async function endReview(tx: Queryable, accountId: string): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query('update accounts set under_review_since = null where id = $1', [accountId]);
}
