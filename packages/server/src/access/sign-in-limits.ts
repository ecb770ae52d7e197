import type { Queryable } from '../db/database.ts';
import { sha256 } from '../kernel/ids.ts';
import { type AttemptLimit, countAllowed, countAttempt } from './attempt-window.ts';
import { isKnownDevice } from './known-devices.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Limits {
  /** It counts for one network, whatever it tries. */
  readonly network: AttemptLimit;
  /** It counts for one email address from one network. */
  readonly pair?: AttemptLimit;
  /** It counts for one email address from all networks together. */
  readonly email?: AttemptLimit;
  /** It counts for one email address from a browser that its account knows; the only limit that applies to it. */
  readonly device?: AttemptLimit;
}

export type SignInAttempt = 'password' | 'email' | 'code' | 'passkey';

const LIMITS: Readonly<Record<SignInAttempt, Limits>> = {
  password: {
    network: { kind: 'password', limit: 30, windowMs: 10 * MINUTE_MS },
    pair: { kind: 'password_of', limit: 10, windowMs: 10 * MINUTE_MS },
    email: { kind: 'password_of_all', limit: 100, windowMs: HOUR_MS },
    device: { kind: 'password_device', limit: 10, windowMs: 10 * MINUTE_MS },
  },
  // Signing up and resetting a password: each sends an email to an address that the caller chooses.
  email: {
    network: { kind: 'mail', limit: 20, windowMs: HOUR_MS },
    pair: { kind: 'mail_to', limit: 5, windowMs: HOUR_MS },
    device: { kind: 'mail_device', limit: 5, windowMs: HOUR_MS },
  },
  // The code of an authenticator app, or a backup code. Who may guess one knows the password: a new one ends it.
  code: {
    network: { kind: 'code', limit: 30, windowMs: 10 * MINUTE_MS },
    pair: { kind: 'code_of', limit: 10, windowMs: 10 * MINUTE_MS },
    email: { kind: 'code_of_all', limit: 30, windowMs: 24 * HOUR_MS },
    device: { kind: 'code_device', limit: 10, windowMs: 10 * MINUTE_MS },
  },
  // A signature cannot be guessed, and its account is known only after it is checked.
  passkey: { network: { kind: 'passkey', limit: 60, windowMs: 10 * MINUTE_MS } },
};

/** Where an attempt comes from, and the address that it is for. */
export interface SignInOrigin {
  readonly network: string;
  readonly email: string;
  /** The secret of the browser's device cookie. */
  readonly device: string | undefined;
}

/**
 * Counts an attempt to sign in, sign up or reset a password; returns the seconds to wait if it exceeds a limit.
 * Attempts for an address are limited by network, so that a stranger does not lock its owner out. Passwords guessed
 * from many networks are limited too, but not in a browser that the account knows: its owner can always sign in
 * there.
 */
export async function countSignIn(
  db: Queryable,
  attempt: SignInAttempt,
  origin: SignInOrigin,
  at: Date,
): Promise<number | undefined> {
  const waits: number[] = [];
  for (const [limit, subject] of await limitsOf(db, LIMITS[attempt], origin)) {
    const wait = await countAttempt(db, limit, subject, at);
    if (wait !== undefined) waits.push(wait);
  }
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

async function limitsOf(
  db: Queryable,
  limits: Limits,
  { network, email, device }: SignInOrigin,
): Promise<(readonly [limit: AttemptLimit, subject: string])[]> {
  const address = email.trim().toLowerCase();
  const ofDevice = limits.device;
  if (ofDevice !== undefined && device !== undefined && (await isKnownDevice(db, address, device))) {
    return [[ofDevice, hashed(address, device)]];
  }
  return [
    [limits.network, network],
    ...(limits.pair === undefined ? [] : [[limits.pair, hashed(address, network)] as const]),
    ...(limits.email === undefined ? [] : [[limits.email, hashed(address)] as const]),
  ];
}

export type LinkPurpose = 'confirmation' | 'password_reset';

/** The mailbox may get as many emails while the links in them are valid: a day, and an hour. */
const LINK_EMAILS: Readonly<Record<LinkPurpose, AttemptLimit>> = {
  confirmation: { kind: 'confirmation_link', limit: 5, windowMs: 24 * HOUR_MS },
  password_reset: { kind: 'reset_link', limit: 5, windowMs: HOUR_MS },
};
const LINK_EMAILS_OF_DEVICE: AttemptLimit = { kind: 'reset_link_device', limit: 5, windowMs: HOUR_MS };

/**
 * Whether another link may be sent to this mailbox. Beyond the limit there are five in it that are still valid, so
 * strangers can neither fill it nor keep its owner from getting in. Only sent emails count, or they could keep it shut.
 * A browser that the account knows gets its link in any case.
 */
export async function maySendLink(
  db: Queryable,
  purpose: LinkPurpose,
  { email, device }: Omit<SignInOrigin, 'network'>,
  at: Date,
): Promise<boolean> {
  const address = email.toLowerCase();
  // Not for a confirmation: the browser that an unconfirmed account knows may be a stranger's.
  const isExempt =
    purpose === 'password_reset' && device !== undefined && (await isKnownDevice(db, address, device));
  if (isExempt && (await countAllowed(db, LINK_EMAILS_OF_DEVICE, hashed(address, device), at))) return true;
  return countAllowed(db, LINK_EMAILS[purpose], hashed(address), at);
}

/** Hashed, so that the stored value has a fixed length and is not a list of addresses. */
function hashed(...parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).toString('hex');
}
