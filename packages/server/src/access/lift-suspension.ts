import type { Queryable } from '../db/database.ts';
import { isSuspended, lockSuspension } from './rejections.ts';

/**
 * Lifts the suspension that ends at `until`. What the account attempted so far counts towards no other one. `none` when
 * the account is not suspended, and `another` when it is suspended until another time; then nothing is changed. Locks
 * the account's row of suspensions.
 */
export async function liftSuspension(
  tx: Queryable,
  accountId: string,
  until: Date,
  at: Date,
): Promise<'lifted' | 'none' | 'another'> {
  const suspension = await lockSuspension(tx, accountId);
  if (suspension === undefined || !isSuspended(suspension.suspendedUntil, at)) return 'none';
  if (suspension.suspendedUntil.getTime() !== until.getTime()) return 'another';
  await tx.query('update suspensions set suspended_until = null, lifted_at = $2 where account_id = $1', [
    accountId,
    at,
  ]);
  return 'lifted';
}
