import type { Queryable } from '../db/database.ts';
import type { NewKey } from '../emails/new-key.ts';
import { sendEmail } from './email.ts';
import { readAddress } from './read-address.ts';

/** Sends an email about a new key, once the caller's transaction has committed. */
export async function sendKeyNotice(
  tx: Queryable,
  accountId: string,
  key: Omit<NewKey, 'at'>,
  at: Date,
): Promise<void> {
  const to = await readAddress(tx, accountId);
  await sendEmail(tx, { to, name: 'new_key', data: { ...key, at: at.toISOString() } });
}
