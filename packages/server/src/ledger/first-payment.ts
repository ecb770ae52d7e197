import type { Queryable } from '../db/database.ts';
import { lockFundingRow } from './funding-accounts.ts';

/**
 * Records an account's first payment when it is not a balance: it buys a plan, pays an invoice, or gets a plan whose
 * invoices the operator collects, which no card ever pays. Locks the funding row.
 */
export async function recordFirstPayment(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query(
    'update funding_accounts set first_paid_at = $2 where account_id = $1 and first_paid_at is null',
    [accountId, at],
  );
}
