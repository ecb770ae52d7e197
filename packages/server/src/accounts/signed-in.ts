import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Auth } from './auth.ts';
import { openAccount } from './create-account.ts';
import type { Proofs } from './decide-proof.ts';

/** The user who is signed in with a browser's session. */
export interface SignedIn extends Proofs {
  readonly accountId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly isOperator: boolean;
  /** The person has said that they are 18 or older. */
  readonly ageConfirmed: boolean;
}

interface AccountRow {
  readonly operator: boolean;
  readonly ageConfirmed: boolean;
  readonly isBanned: boolean;
  readonly app: boolean;
  readonly passkey: boolean;
}

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
  const [account] = await database.query<AccountRow>(
    `select operator, age_confirmed_at is not null as "ageConfirmed", banned_at is not null as "isBanned",
       (select two_factor_enabled from auth_users where id = $1) as app,
       exists (select from auth_passkeys where user_id = $1) as passkey
     from accounts where id = $1`,
    [id],
  );
  // A session that began while the account was being banned.
  if (account?.isBanned === true) return undefined;
  if (account === undefined) {
    await database.transaction((tx) => openAccount(tx, { id, email, operator: false }, clock.now()));
  }
  // The library dates sessions by the system's clock, so their age is measured by it too.
  const provenMs = Math.max(session.createdAt.getTime(), session.confirmedAt?.getTime() ?? 0);
  return {
    accountId: id,
    sessionId: session.id,
    email,
    isOperator: account?.operator ?? false,
    provenAt: new Date(provenMs),
    secondFactorAt: session.secondFactorAt ?? null,
    ownFactors: { app: account?.app ?? false, passkey: account?.passkey ?? false },
    ageConfirmed: account?.ageConfirmed ?? false,
  };
}
