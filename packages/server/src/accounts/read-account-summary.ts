import { readKeyPrefix } from '../access/rotate-key.ts';
import type { Queryable } from '../db/database.ts';

/** The account's balance, plan and the keys that are replaced by themselves. */
export interface AccountSummary {
  /** The account has bought a balance before, or has a plan, so a key is useful to it. */
  readonly hasPaid: boolean;
  readonly balanceCents: number;
  readonly plan: string | null;
  /** The prefix of the key that the account's page replaces. */
  readonly keyPrefix: string | undefined;
  /** The prefix of the key that approving a terminal replaces. */
  readonly terminalKeyPrefix: string | undefined;
}

/** Reads them in the caller's transaction, if it has one. */
export async function readAccountSummary(db: Queryable, accountId: string): Promise<AccountSummary> {
  const [row] = await db.query<Omit<AccountSummary, 'keyPrefix' | 'terminalKeyPrefix'>>(
    `select first_paid_at is not null or plan is not null as "hasPaid", prepaid_cents as "balanceCents", plan
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId],
  );
  const keyPrefix = await readKeyPrefix(db, accountId, 'account');
  const terminalKeyPrefix = await readKeyPrefix(db, accountId, 'terminal');
  return { ...(row ?? { hasPaid: false, balanceCents: 0, plan: null }), keyPrefix, terminalKeyPrefix };
}
