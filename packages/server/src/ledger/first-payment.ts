import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from './funding-accounts.ts';

/** Records an account's first payment when it buys a plan and no balance. Locks the funding row. */
export async function recordFirstPayment(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query(
    'update funding_accounts set first_paid_at = $2 where account_id = $1 and first_paid_at is null',
    [accountId, at],
  );
}
