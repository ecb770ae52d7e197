import type { Queryable } from '../../db/database.ts';
import { setCard } from '../../funding/terms.ts';
import type { PaymentEffects } from '../payment-effects.ts';

/**
 * Deletes the card of a deleted account, and its address at the sandbox; a task removes the card at the provider
 * after the commit. Locks the funding row first.
 */
export async function eraseCards(
  tx: Queryable,
  addTask: PaymentEffects['addTask'],
  accountId: string,
): Promise<void> {
  await setCard(tx, accountId, null);
  await tx.query('delete from saved_cards where account_id = $1', [accountId]);
  await tx.query(`update sandbox_checkouts set email = '' where account_id = $1`, [accountId]);
  // The time is that of the system's clock, like the provider's times.
  await addTask(tx, 'forget_cards', { accountId, removedAt: new Date().toISOString() });
}
