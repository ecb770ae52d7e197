import type { Queryable } from '../db/database.ts';
import { type Cents, formatUsd } from '../kernel/money.ts';
import { readPayer } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';

/** Sends an email about a charge of the account's card, for `what`. A charge with a leaked key must not go unnoticed. */
export async function sendChargeNotice(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
  charge: { readonly amountCents: Cents; readonly what: string },
): Promise<void> {
  const { email } = await readPayer(tx, accountId);
  const usd = formatUsd(charge.amountCents);
  const text = `Your card was charged ${usd} USD for ${charge.what}.

If you did not expect this, sign in, turn auto-recharge off and replace your API key.
`;
  await effects.sendEmail(tx, { to: email, subject: `Your card was charged ${usd} USD`, text });
}
