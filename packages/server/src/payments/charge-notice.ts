import type { Queryable } from '../db/database.ts';
import type { CardCharged } from '../emails/card-charged.ts';
import { emailOwner } from './email-owner.ts';
import type { PaymentEffects } from './payment-effects.ts';

/**
 * Sends an email about a charge of the account's card. A charge with a leaked key must not go unnoticed.
 */
export async function sendChargeNotice(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
  charge: CardCharged,
): Promise<void> {
  await emailOwner(tx, effects, accountId, { name: 'card_charged', data: charge });
}
