import type { Queryable } from '../db/database.ts';

/**
 * Voids what waits for a proof of the person: links that set a password, sign-ins that wait for a code, and a new address
 * whose link was not opened. Somebody who knew the old password may have begun them.
 */
export async function voidPending(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from auth_verifications where value = $1', [accountId]);
  await tx.query('delete from email_changes where user_id = $1', [accountId]);
}
