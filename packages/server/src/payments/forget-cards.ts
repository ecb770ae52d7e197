import type { Queryable } from '../db/database.ts';
import { setCard } from '../funding/terms.ts';

/** Deletes the card of a deleted account, and its address in the sandbox. Locks the funding row first. */
export async function forgetCards(tx: Queryable, accountId: string): Promise<void> {
  await setCard(tx, accountId, null);
  await tx.query('delete from saved_cards where account_id = $1', [accountId]);
  await tx.query('delete from sandbox_cards where account_id = $1', [accountId]);
  await tx.query(`update sandbox_checkouts set email = '' where account_id = $1`, [accountId]);
}
