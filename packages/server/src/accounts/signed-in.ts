import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Auth } from './auth.ts';
import { openAccount } from './create-account.ts';

/** The user who is signed in with a browser's session. */
export interface SignedIn {
  readonly accountId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly isOperator: boolean;
  /**
   * The session was opened or confirmed more than an hour ago, so the password is asked for before a key is given
   * away.
   */
  readonly needsPassword: boolean;
  /** The session was opened or confirmed with a second factor. */
  readonly secondFactor: boolean;
  /** The person has said that they are 18 or older. */
  readonly ageConfirmed: boolean;
}

const FRESH_MS = 3_600_000;

/**
 * The user of the session in these headers; undefined without one, and for a banned account. Opens the account of an
 * interrupted sign-up.
 */
export async function signedInAs(
  auth: Auth,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  headers: Headers,
): Promise<SignedIn | undefined> {
  const found = await auth.api.getSession({ headers });
  if (found === null) return undefined;
  const { session, user } = found;
  const { id, email } = user;
  const [account] = await database.query<{ operator: boolean; ageConfirmed: boolean; isBanned: boolean }>(
    `select operator, age_confirmed_at is not null as "ageConfirmed", banned_at is not null as "isBanned"
     from accounts where id = $1`,
    [id],
  );
  // A session that began while the account was being banned.
  if (account?.isBanned === true) return undefined;
  if (account === undefined) {
    await database.transaction((tx) => openAccount(tx, { id, email, operator: false }, clock.now()));
  }
  // The library dates sessions by the system's clock, so their age is measured by it too.
  const provenAt = Math.max(session.createdAt.getTime(), session.confirmedAt?.getTime() ?? 0);
  return {
    accountId: id,
    sessionId: session.id,
    email,
    isOperator: account?.operator ?? false,
    needsPassword: Date.now() - provenAt > FRESH_MS,
    secondFactor: session.secondFactor ?? false,
    ageConfirmed: account?.ageConfirmed ?? false,
  };
}
