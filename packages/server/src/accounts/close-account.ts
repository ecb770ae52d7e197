import type { Queryable } from '../db/database.ts';
import { voidPending } from './void-pending.ts';

/**
 * Deletes the person of an account: password, sessions, second factors and known browsers go with them. The account
 * stays as a tombstone whose address belongs to nobody. Locks the account's row; the caller has locked its funding
 * row.
 */
export async function closeAccount(tx: Queryable, accountId: string, at: Date): Promise<void> {
  // Under review, nothing is accepted that was on its way: orders look at it again under their lock.
  await tx.query(
    `update accounts set email = 'deleted+' || id || '@kinora.invalid', operator = false, deleted_at = $2,
       under_review_since = coalesce(under_review_since, $2), review_of_dispute = false
     where id = $1`,
    [accountId, at],
  );
  await voidPending(tx, accountId);
  await tx.query('delete from auth_users where id = $1', [accountId]);
}

/** Records that nothing of a closed account is left but its books. */
export async function markErased(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await tx.query('update accounts set erased_at = coalesce(erased_at, $2) where id = $1', [accountId, at]);
}
