import type { Queryable } from '../db/database.ts';
import { sha256 } from '../kernel/ids.ts';
import { type AttemptLimit, countAttempt } from './attempt-window.ts';

const MINUTE_MS = 60_000;

/** The limits for one network, and for one email address from any network. */
interface Limits {
  readonly network: AttemptLimit;
  readonly email: AttemptLimit;
}

export type SignInAttempt = 'password' | 'email';

const LIMITS: Readonly<Record<SignInAttempt, Limits>> = {
  password: {
    network: { kind: 'password', limit: 30, windowMs: 10 * MINUTE_MS },
    email: { kind: 'password_of', limit: 10, windowMs: 10 * MINUTE_MS },
  },
  // Signing up and resetting a password: each sends an email to an address that the caller chooses.
  email: {
    network: { kind: 'mail', limit: 20, windowMs: 60 * MINUTE_MS },
    email: { kind: 'mail_to', limit: 5, windowMs: 60 * MINUTE_MS },
  },
};

/**
 * Counts an attempt to sign in, sign up or reset a password; returns the seconds to wait if it exceeds a
 * limit.
 */
export async function countSignIn(
  db: Queryable,
  attempt: SignInAttempt,
  { network, email }: { readonly network: string; readonly email: string },
  at: Date,
): Promise<number | undefined> {
  const limits = LIMITS[attempt];
  // Hashed, so that the stored value has a fixed length.
  const address = sha256(email.trim().toLowerCase()).toString('hex');
  const waits = [
    await countAttempt(db, limits.network, network, at),
    await countAttempt(db, limits.email, address, at),
  ].filter((wait) => wait !== undefined);
  return waits.length > 0 ? Math.max(...waits) : undefined;
}
