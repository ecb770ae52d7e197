import type { Queryable } from '../db/database.ts';
import type { Email } from '../emails/emails.ts';
import { isClosed } from './closed-account.ts';
import { readPayer } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';

type WithoutAddress<Kind> = Kind extends Email ? Omit<Kind, 'to'> : never;

/** Sends an email to the owner of an account; none for a deleted account, whose address is gone. */
export async function emailOwner(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
  email: WithoutAddress<Email>,
): Promise<void> {
  if (await isClosed(tx, accountId)) return;
  const { email: to } = await readPayer(tx, accountId);
  await effects.sendEmail(tx, { to, ...email } as Email);
}
