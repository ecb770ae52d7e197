import type { Queryable } from '../db/database.ts';

/**
 * Whether the person of the account has deleted it. A page of the provider that was open then may still be paid: nobody
 * could cancel a plan or remove a card after that.
 */
export async function isClosed(db: Queryable, accountId: string): Promise<boolean> {
  const rows = await db.query('select from accounts where id = $1 and deleted_at is not null', [accountId]);
  return rows.length > 0;
}
