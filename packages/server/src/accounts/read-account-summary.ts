import { readKeyPrefix } from '../access/rotate-key.ts';
import type { Queryable } from '../db/database.ts';
import { spendableBalance } from '../ledger/spendable-balance.ts';

/** The account's balance, plan and the keys that are replaced by themselves. */
export interface AccountSummary {
  /** The account has bought a balance before, or has a plan or a grant, so a key is useful to it. */
  readonly hasPaid: boolean;
  readonly balanceCents: number;
  readonly plan: string | null;
  /** The prefix of the key that the account's page replaces. */
  readonly keyPrefix: string | undefined;
  /** The prefix of the key that approving a terminal replaces. */
  readonly terminalKeyPrefix: string | undefined;
}

/** Reads them as they are at `at`, in the caller's transaction, if it has one. */
export async function readAccountSummary(
  db: Queryable,
  accountId: string,
  at: Date,
): Promise<AccountSummary> {
  const [row] = await db.query<Omit<AccountSummary, 'keyPrefix' | 'terminalKeyPrefix'>>(
    `select ${spendableBalance('$2')} as "balanceCents", plan, first_paid_at is not null or plan is not null or exists (
         select from purchases where purchases.account_id = $1 and not is_spent and refundable_until is null
           and (expires_at is null or expires_at > $2)
       ) as "hasPaid"
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId, at],
  );
  const keyPrefix = await readKeyPrefix(db, accountId, 'account');
  const terminalKeyPrefix = await readKeyPrefix(db, accountId, 'terminal');
  return { ...(row ?? { hasPaid: false, balanceCents: 0, plan: null }), keyPrefix, terminalKeyPrefix };
}
