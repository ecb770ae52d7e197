import type { Queryable } from '../db/database.ts';
import type { OpenPurchase } from './posting.ts';

export interface FundingRow {
  readonly accountId: string;
  readonly prepaidCents: number;
  readonly firstPaidAt: Date | null;
  readonly underReview: boolean;
  readonly purchases: readonly OpenPurchase[];
}

/** Every account has one funding row, from its first moment. */
export async function openFundingAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('insert into funding_accounts (account_id) values ($1)', [accountId]);
}

/**
 * Locks the funding rows of `accountIds`, in the order of their ids so that two batches never wait for
 * each other in a circle, and reads what each can pay with. The lock holds until the transaction ends.
 */
export async function lockFundingRows(
  tx: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, FundingRow>> {
  const rows = await tx.query<FundingRow>(
    `with locked as materialized (
       select account_id, prepaid_cents, first_paid_at from funding_accounts
       where account_id = any($1::uuid[]) order by account_id for no key update
     )
     select locked.account_id as "accountId", prepaid_cents as "prepaidCents", first_paid_at as "firstPaidAt",
       accounts.under_review_since is not null as "underReview"
     from locked join accounts on accounts.id = locked.account_id`,
    [accountIds],
  );
  // A second statement on purpose: its snapshot is taken after the locks, so it sees every earlier draw.
  const purchases = await openPurchases(tx, accountIds);
  return new Map(
    rows.map((row) => [row.accountId, { ...row, purchases: purchases.get(row.accountId) ?? [] }]),
  );
}

/** Locks one funding row until the transaction ends; everything that moves an account's money starts here. */
export async function lockFundingRow(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('select from funding_accounts where account_id = $1 for no key update', [accountId]);
}

async function openPurchases(
  tx: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, OpenPurchase[]>> {
  const rows = await tx.query<OpenPurchase & { accountId: string }>(
    `select id, account_id as "accountId", amount_cents - spent_cents as "unspentCents" from purchases
     where account_id = any($1::uuid[]) and not is_spent and refunded_at is null
     order by account_id, purchased_at, id`,
    [accountIds],
  );
  const byAccount = new Map<string, OpenPurchase[]>();
  for (const { accountId, ...purchase } of rows) {
    const list = byAccount.get(accountId);
    if (list === undefined) byAccount.set(accountId, [purchase]);
    else list.push(purchase);
  }
  return byAccount;
}
