import { withdrawApprovals } from '../access/claim/open-claim.ts';
import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Bans an account: from the commit on, every node refuses its sign-ins, sessions, keys, access tokens and payments.
 * Its sessions end; its balance, its open jobs and a subscription at the payment provider stay as they are. False
 * when it is banned already. Locks the funding row first, so that no order is accepted meanwhile.
 */
export async function banAccount(
  tx: Queryable,
  accountId: string,
  reason: string,
  at: Date,
): Promise<boolean> {
  await lockFundingRow(tx, accountId);
  const banned = await tx.query(
    'update accounts set banned_at = $2, ban_reason = $3 where id = $1 and banned_at is null returning id',
    [accountId, at, reason],
  );
  if (banned.length === 0) return false;
  await endSessionsOf(tx, accountId);
  await withdrawApprovals(tx, accountId, at);
  return true;
}

/**
 * Lifts a ban: keys are valid again, and the person signs in anew. False when there is none. Locks the funding row
 * first.
 */
export async function unbanAccount(tx: Queryable, accountId: string): Promise<boolean> {
  await lockFundingRow(tx, accountId);
  const lifted = await tx.query(
    'update accounts set banned_at = null, ban_reason = null where id = $1 and banned_at is not null returning id',
    [accountId],
  );
  return lifted.length === 1;
}

export async function isAccountBanned(db: Queryable, accountId: string): Promise<boolean> {
  const rows = await db.query('select from accounts where id = $1 and banned_at is not null', [accountId]);
  return rows.length === 1;
}
