import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from './funding-accounts.ts';

/** A payment that buys no balance, such as that of a plan, counts as an account's first too. */
export async function noteFirstPayment(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query(
    'update funding_accounts set first_paid_at = $2 where account_id = $1 and first_paid_at is null',
    [accountId, at],
  );
}
