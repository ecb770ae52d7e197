import type { Queryable } from '../db/database.ts';

/** Creates the funding row of a new account; every account has exactly one. */
export async function openFundingAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('insert into funding_accounts (account_id) values ($1)', [accountId]);
}

/**
 * Locks the funding rows of `accountIds` until the transaction ends, in the order of their ids so that two
 * batches cannot deadlock. Every transaction that moves an account's money takes this lock first.
 */
export async function lockFundingRows(tx: Queryable, accountIds: readonly string[]): Promise<void> {
  await tx.query(
    'select from funding_accounts where account_id = any($1::uuid[]) order by account_id for no key update',
    [accountIds],
  );
}

export async function lockFundingRow(tx: Queryable, accountId: string): Promise<void> {
  await lockFundingRows(tx, [accountId]);
}
