import { newApiKey } from '../access/api-key.ts';
import { type Database, isUniqueViolation } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { grantBalance } from '../ledger/credit.ts';
import { openFundingAccount } from '../ledger/funding-accounts.ts';

export interface NewAccount {
  readonly email: string;
  /** Whole US cents; 0 for none. */
  readonly balanceCents: number;
  readonly operator: boolean;
}

export interface CreatedAccount {
  readonly accountId: string;
  /** Shown once: only its hash is kept. */
  readonly apiKey: string;
}

/** Makes an account with a key, and a granted balance if any. Undefined when the e-mail is taken. */
export async function createAccount(
  database: Database,
  clock: Clock,
  { email, balanceCents, operator }: NewAccount,
): Promise<CreatedAccount | undefined> {
  const at = clock.now();
  const accountId = newId();
  const { key, hash, prefix } = newApiKey();
  try {
    await database.transaction(async (tx) => {
      await tx.query(
        `with account as (
           insert into accounts (id, email, operator, created_at) values ($1, $2, $3, $4) returning id
         )
         insert into api_keys (id, account_id, hash, prefix, created_at) select $5, id, $6, $7, $4 from account`,
        [accountId, email, operator, at, newId(), hash, prefix],
      );
      await openFundingAccount(tx, accountId);
      if (balanceCents > 0) await grantBalance(tx, accountId, balanceCents, at);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) return undefined;
    throw error;
  }
  return { accountId, apiKey: key };
}
