import type { Queryable } from '../db/database.ts';

/** Creates the funding row of a new account; every account has exactly one. */
export async function openFundingAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('insert into funding_accounts (account_id) values ($1)', [accountId]);
}

const LOCK = `select account_id as "accountId" from funding_accounts
  where account_id = any($1::uuid[]) order by account_id for no key update`;

/**
 * Locks the funding rows of `accountIds` until the transaction ends, in the order of their ids so that two
 * batches cannot deadlock, and returns `accountIds`. Every transaction that moves an account's money takes this lock
 * first.
 */
export async function lockFundingRows(
  tx: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  await tx.query(LOCK, [accountIds]);
  return new Set(accountIds);
}

/** Locks those funding rows that no other transaction has locked, without waiting, and returns their accounts. */
export async function lockFreeFundingRows(
  tx: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ accountId: string }>(`${LOCK} skip locked`, [accountIds]);
  return new Set(rows.map(({ accountId }) => accountId));
}

export async function lockFundingRow(tx: Queryable, accountId: string): Promise<void> {
  await lockFundingRows(tx, [accountId]);
}
