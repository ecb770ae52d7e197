import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';

/**
 * Pauses the account's API payments for review. One that a dispute asks for ends with the dispute, unless an operator has
 * asked for one too. Locks the funding row first.
 */
export async function reviewAccount(
  tx: Queryable,
  accountId: string,
  at: Date,
  cause: 'dispute' | 'operator' = 'operator',
): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query(
    `update accounts set under_review_since = coalesce(under_review_since, $2),
       review_of_dispute = $3 and (under_review_since is null or review_of_dispute) where id = $1`,
    [accountId, at, cause === 'dispute'],
  );
}

/** Resumes the account's payments after a review by an operator. Locks the funding row first. */
export async function endReview(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query(
    `update accounts set under_review_since = null, review_of_dispute = false, reviewed_at = $2 where id = $1`,
    [accountId, at],
  );
}

/**
 * Ends a review that only disputes have asked for, unless one that no operator has seen is open or lost; returns whether it
 * did. Locks the funding row first.
 */
export async function endReviewOfDispute(tx: Queryable, accountId: string): Promise<boolean> {
  await lockFundingRow(tx, accountId);
  const ended = await tx.query(
    `update accounts set under_review_since = null, review_of_dispute = false where id = $1 and review_of_dispute
       and not exists (
         select from disputes where disputes.account_id = $1 and state <> 'won'
           and (reviewed_at is null or seen_at > reviewed_at)
       )
     returning id`,
    [accountId],
  );
  return ended.length === 1;
}
