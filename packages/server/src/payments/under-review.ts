import { type Problem, problem } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';

/** Whether the payments of the account are paused, as those of a banned one are: nothing is sold or refunded then. */
export async function isUnderReview(db: Queryable, accountId: string): Promise<boolean> {
  const rows = await db.query(
    'select from accounts where id = $1 and (under_review_since is not null or banned_at is not null)',
    [accountId],
  );
  return rows.length > 0;
}

export const refusedInReview: Problem = problem(
  'account_review_required',
  'Payments of this account are paused for review, so nothing can be bought now. Contact support.',
);
