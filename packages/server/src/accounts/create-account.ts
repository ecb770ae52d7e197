import { rotateKey } from '../access/rotate-key.ts';
import { type Database, isUniqueViolation, type Queryable } from '../db/database.ts';
import { openTerms } from '../funding/terms.ts';
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
  /** Shown once; only its hash is stored. */
  readonly apiKey: string;
}

/**
 * Creates an account with a key, a granted balance if any, and a user who can sign in after setting a
 * password by email. Undefined when the email is taken.
 */
export async function createAccount(
  database: Database,
  clock: Clock,
  { email, balanceCents, operator }: NewAccount,
): Promise<CreatedAccount | undefined> {
  const at = clock.now();
  const accountId = newId();
  try {
    const { key } = await database.transaction(async (tx) => {
      await tx.query(
        `insert into auth_users (id, name, email, email_verified, created_at, updated_at)
         values ($1, '', lower($2), true, $3, $3)`,
        [accountId, email, at],
      );
      await openAccount(tx, { id: accountId, email, operator }, at);
      if (balanceCents > 0) await grantBalance(tx, accountId, balanceCents, at);
      return rotateKey(tx, accountId, { by: 'operator', network: null }, at);
    });
    return { accountId, apiKey: key };
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email') || isUniqueViolation(error, 'auth_users_email_key')) {
      return undefined;
    }
    throw error;
  }
}

interface OpenedAccount {
  readonly id: string;
  readonly email: string;
  readonly operator: boolean;
  /** The person has said that they are 18 or older. */
  readonly ageConfirmed?: boolean;
}

/**
 * Opens the account of a user who signed up; it has no key until one is claimed or created. Idempotent, so
 * that the next sign-in completes an interrupted sign-up.
 */
export async function openAccount(
  tx: Queryable,
  { id, email, operator, ageConfirmed = false }: OpenedAccount,
  at: Date,
): Promise<void> {
  const opened = await tx.query(
    `insert into accounts (id, email, operator, created_at, age_confirmed_at) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing returning id`,
    [id, email, operator, at, ageConfirmed ? at : null],
  );
  if (opened.length === 0) return;
  await openFundingAccount(tx, id);
  await openTerms(tx, id);
}

/** The id of the account with this email address, in any letter case. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>('select id from accounts where lower(email) = lower($1)', [
    email,
  ]);
  return row?.id;
}

/** Records that the person said that they are 18 or older; the first time counts. */
export async function confirmAge(db: Queryable, accountId: string, at: Date): Promise<void> {
  await db.query('update accounts set age_confirmed_at = coalesce(age_confirmed_at, $2) where id = $1', [
    accountId,
    at,
  ]);
}
