import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Auth } from './auth.ts';
import { openAccount } from './create-account.ts';

/** The user who is signed in with a browser's session. */
export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
}

/**
 * The user of the session in these headers; undefined without one. Opens the account of an interrupted
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
  const [account] = await database.query('select id from accounts where id = $1', [id]);
  if (account === undefined) {
    await database.transaction((tx) => openAccount(tx, { id, email, operator: false }, clock.now()));
  }
  return { accountId: id, email };
}
