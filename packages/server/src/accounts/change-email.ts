import { randomBytes } from 'node:crypto';
import { invalidRequest, ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { maySendLink } from '../access/sign-in-limits.ts';
import { type Database, isUniqueViolation, type Queryable } from '../db/database.ts';
import { sha256 } from '../kernel/ids.ts';
import { sendEmail } from '../notifications/email.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';

const VALID_MS = 3_600_000;

interface EmailChange {
  readonly accountId: string;
  /** The address in force. */
  readonly email: string;
  readonly newEmail: string;
  readonly network: string;
}

interface ChangeDependencies {
  readonly database: Database;
  readonly publicUrl: () => string;
  /** False without a mail server: then the address cannot be confirmed, and is changed at once. */
  readonly confirmsEmail: boolean;
}

/**
 * Changes the address of a person, or sends a link to the new one that does. Returns the event if it is in force.
 * Problems: `invalid_request`, `email_taken`, `rate_limited`.
 */
export async function requestEmailChange(
  { database, publicUrl, confirmsEmail }: ChangeDependencies,
  change: EmailChange,
  at: Date,
): Promise<Result<SecurityEvent | undefined, Problem>> {
  const newEmail = change.newEmail.toLowerCase();
  if (newEmail === change.email) {
    return refused(invalidRequest([{ path: 'email', message: 'is your address already' }]));
  }
  const taken = await database.query('select from auth_users where email = $1', [newEmail]);
  if (taken.length > 0) return refused(TAKEN);
  if (!confirmsEmail) {
    const event = await applyChange(database, { ...change, newEmail }, at);
    return event === undefined ? refused(TAKEN) : ok(event);
  }
  if (!(await maySendLink(database, 'confirmation', { email: newEmail, device: undefined }, at))) {
    const message = 'Too many links were sent to this address today; use the latest, or try again tomorrow.';
    return refused({ ...problem('rate_limited', message), retryAfterSeconds: 86_400 });
  }
  const token = randomBytes(32).toString('base64url');
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into email_changes (user_id, email, token_hash, expires_at) values ($1, $2, $3, $4)
       on conflict (user_id) do update
       set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [change.accountId, newEmail, sha256(token), new Date(at.getTime() + VALID_MS)],
    );
    await sendEmail(tx, {
      to: newEmail,
      name: 'new_address',
      data: { url: `${publicUrl()}/signin/email?token=${token}` },
    });
  });
  return ok(undefined);
}

/**
 * Applies the change that a link stands for. Only for the person who asked for it, so that a link which somebody else
 * had sent to an address moves no account there. Undefined if the link is not this person's, was used or has expired.
 */
export async function confirmEmailChange(
  database: Database,
  { accountId, email, network }: Omit<EmailChange, 'newEmail'>,
  token: string,
  at: Date,
): Promise<SecurityEvent | undefined> {
  const [found] = await database.query<{ email: string }>(
    'select email from email_changes where user_id = $1 and token_hash = $2 and expires_at > $3',
    [accountId, sha256(token), at],
  );
  return found && applyChange(database, { accountId, email, newEmail: found.email, network }, at);
}

/** The address that waits for its link to be opened; undefined for none. */
export async function readPendingEmail(
  db: Queryable,
  accountId: string,
  at: Date,
): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(
    'select email from email_changes where user_id = $1 and expires_at > $2',
    [accountId, at],
  );
  return row?.email;
}

/**
 * Undefined if the address was taken meanwhile. The former address gets an email too: its owner may know nothing of
 * it.
 */
async function applyChange(
  database: Database,
  { accountId, email, newEmail, network }: EmailChange,
  at: Date,
): Promise<SecurityEvent | undefined> {
  try {
    return await database.transaction(async (tx) => {
      await tx.query('delete from email_changes where user_id = $1', [accountId]);
      await tx.query('update auth_users set email = $2, updated_at = $3 where id = $1', [
        accountId,
        newEmail,
        at,
      ]);
      await tx.query('update accounts set email = $2 where id = $1', [accountId, newEmail]);
      await sendEmail(tx, { to: email, name: 'address_changed', data: { newEmail } });
      const event: SecurityEvent = { kind: 'email_changed', accountId, network };
      await insertSecurityEvent(tx, event, at);
      return event;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'auth_users_email_key') || isUniqueViolation(error, 'accounts_email')) {
      return undefined;
    }
    throw error;
  }
}

const TAKEN = problem('email_taken', 'There is already an account with this email address.');
