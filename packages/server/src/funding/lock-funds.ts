import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import { lockFundingRows } from '../ledger/funding-accounts.ts';
import type { Funds } from './decide-funding.ts';
import { FUNDS_COLUMNS, type FundsRow, fundsOf, joinFunds } from './funds-row.ts';

/**
 * Locks the funding rows of `accountIds` in the order of their ids, until the transaction ends, and reads
 * what each can pay with in the UTC month of `at`.
 */
export async function lockFunds(
  tx: Queryable,
  accountIds: readonly string[],
  at: Date,
): Promise<Map<string, Funds>> {
  await lockFundingRows(tx, accountIds);
  return readFunds(tx, accountIds, at);
}

/**
 * What each account can pay with in the UTC month of `at`. After a lock it is a statement of its own: its snapshot is taken
 * after the lock, so it sees every earlier draw. Without a lock, the funds may change before they are used.
 */
export async function readFunds(
  db: Queryable,
  accountIds: readonly string[],
  at: Date,
): Promise<Map<string, Funds>> {
  const rows = await db.query<FundsRow & { accountId: string }>(
    `select funding_accounts.account_id as "accountId", ${FUNDS_COLUMNS}
     from funding_accounts ${joinFunds('$2')} where funding_accounts.account_id = any($1::uuid[])`,
    [accountIds, isoDate(monthStart(at))],
  );
  return new Map(rows.map((row) => [row.accountId, fundsOf(row, at)]));
}
