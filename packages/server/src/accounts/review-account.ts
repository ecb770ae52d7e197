import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';

/** Pauses the account's API payments until the operator has reviewed it. Locks the funding row first. */
export async function reviewAccount(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query('update accounts set under_review_since = coalesce(under_review_since, $2) where id = $1', [
    accountId,
    at,
  ]);
}

/** Resumes the account's payments after a review. Locks the funding row first. */
export async function endReview(tx: Queryable, accountId: string): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query('update accounts set under_review_since = null where id = $1', [accountId]);
}
