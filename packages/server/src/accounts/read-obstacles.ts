import type { Queryable } from '../db/database.ts';

/** What keeps an account from being served beside its money. */
export interface Obstacles {
  /** Since when its payments are paused for review; null when they are not. */
  readonly reviewSince: Date | null;
  /** May be in the past. */
  readonly suspendedUntil: Date | null;
}

export async function readObstacles(db: Queryable, accountId: string): Promise<Obstacles> {
  const [row] = await db.query<Obstacles>(
    `select under_review_since as "reviewSince", suspended_until as "suspendedUntil"
     from accounts left join suspensions on suspensions.account_id = accounts.id where accounts.id = $1`,
    [accountId],
  );
  return row ?? { reviewSince: null, suspendedUntil: null };
}
