import type { Queryable } from '../db/database.ts';
import type { CardCharged } from '../emails/card-charged.ts';
import { isClosed } from './closed-account.ts';
import { readPayer } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';

/**
 * Sends an email about a charge of the account's card. A charge with a leaked key must not go unnoticed. The address of a
 * deleted account is gone.
 */
export async function sendChargeNotice(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
  charge: CardCharged,
): Promise<void> {
  if (await isClosed(tx, accountId)) return;
  const { email } = await readPayer(tx, accountId);
  await effects.sendEmail(tx, { to: email, name: 'card_charged', data: charge });
}
