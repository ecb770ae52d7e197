import type { Queryable } from '../db/database.ts';

/** Every account has one funding row, from its first moment. */
export async function openFundingAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('insert into funding_accounts (account_id) values ($1)', [accountId]);
}

/**
 * Locks the funding rows of `accountIds` until the transaction ends, in the order of their ids so that two
 * batches never wait for each other in a circle. Everything that moves an account's money starts here.
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
