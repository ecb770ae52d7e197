import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Auth } from './auth.ts';
import { openAccount } from './create-account.ts';

/** The user who is signed in with a browser's session. */
export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
  readonly isOperator: boolean;
  /** The session is older than an hour, so the password is asked for before a key is given away. */
  readonly needsPassword: boolean;
}

const FRESH_MS = 3_600_000;

/**
 * The user of the session in these headers; undefined without one, and for a banned account. Opens the account of an interrupted
 * sign-up.
 */
export async function signedInAs(
  auth: Auth,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  headers: Headers,
): Promise<SignedIn | undefined> {
  const session = await auth.api.getSession({ headers });
  if (session === null) return undefined;
  const { id, email } = session.user;
  const [account] = await database.query<{ operator: boolean; isBanned: boolean }>(
    'select operator, banned_at is not null as "isBanned" from accounts where id = $1',
    [id],
  );
  // A session that began while the account was being banned.
  if (account?.isBanned === true) return undefined;
  if (account === undefined) {
    await database.transaction((tx) => openAccount(tx, { id, email, operator: false }, clock.now()));
  }
  // The library dates sessions by the system's clock, so their age is measured by it too.
  const ageMs = Date.now() - session.session.createdAt.getTime();
  return { accountId: id, email, isOperator: account?.operator ?? false, needsPassword: ageMs > FRESH_MS };
}
