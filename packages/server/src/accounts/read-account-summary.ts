import { readKeyPrefix } from '../access/rotate-key.ts';
import type { Queryable } from '../db/database.ts';

/** The account's balance, plan and key. */
export interface AccountSummary {
  /** The account has bought a balance before, or has a plan, so a key is useful to it. */
  readonly hasPaid: boolean;
  readonly balanceCents: number;
  readonly plan: 'pro' | 'max' | null;
  readonly keyPrefix: string | undefined;
}

/** Reads the balance, plan and key prefix of an account. */
export async function readAccountSummary(db: Queryable, accountId: string): Promise<AccountSummary> {
  const [row] = await db.query<Omit<AccountSummary, 'keyPrefix'>>(
    `select first_paid_at is not null or plan is not null as "hasPaid", prepaid_cents as "balanceCents", plan
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId],
  );
  const keyPrefix = await readKeyPrefix(db, accountId);
  return { ...(row ?? { hasPaid: false, balanceCents: 0, plan: null }), keyPrefix };
}
