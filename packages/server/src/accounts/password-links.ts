import { randomBytes } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Database, Queryable } from '../db/database.ts';
import { sha256 } from '../kernel/ids.ts';
import type { Auth } from './auth.ts';
import type { LibraryCall } from './guard-sign-in.ts';

/** How long a link that sets a password is valid. */
export const LINK_SECONDS = 3600;

/** The address of the page that sets a password with this token. */
export function passwordLink(baseUrl: string, token: string): string {
  return `${baseUrl}/signin/password?token=${token}`;
}

/** A link, valid for an hour and once, to the page that sets the password of an account without asking for an email. */
export async function issuePasswordLink(
  auth: Auth,
  database: Database,
  baseUrl: string,
  userId: string,
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = await createLink(internalAdapter, userId);
  await database.transaction((tx) => keepNewestLink(tx, userId, token));
  return passwordLink(baseUrl, token);
}

/**
 * The page that sets the password of a person who has opened another link in their mailbox. Programs open such a link
 * beside the person, so that it ends no other.
 */
export async function openPasswordPage(
  { context }: LibraryCall,
  database: Database,
  baseUrl: string,
  userId: string,
): Promise<string> {
  const token = await createLink(context.internalAdapter, userId);
  await markLink(database, userId, token);
  return passwordLink(baseUrl, token);
}

type InternalAdapter = LibraryCall['context']['internalAdapter'];

const TOKEN_BYTES = 24;

async function createLink(adapter: InternalAdapter, userId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(Date.now() + LINK_SECONDS * 1000);
  await adapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt });
  return token;
}

/** As the library stores what a link is looked up by. */
const identifierOf = (token: string): string => sha256(`reset-password:${token}`).toString('base64url');

async function markLink(db: Queryable, userId: string, token: string): Promise<void> {
  await db.query('update auth_verifications set password_of = $1 where identifier = $2', [
    userId,
    identifierOf(token),
  ]);
}

/**
 * Ends every earlier link of a person; the library has just stored the one with this token. Locks the row of the person,
 * so that of links that are sent at once one stays.
 */
export async function keepNewestLink(tx: Queryable, userId: string, token: string): Promise<void> {
  await tx.query('select from auth_users where id = $1 for no key update', [userId]);
  await markLink(tx, userId, token);
  await endOthers(tx, userId, token);
}

async function endOthers(tx: Queryable, userId: string, token: string): Promise<void> {
  await tx.query('delete from auth_verifications where password_of = $1 and identifier <> $2', [
    userId,
    identifierOf(token),
  ]);
}

/** Ends a link that nobody was sent. */
export async function withdrawLink(db: Queryable, token: string): Promise<void> {
  await db.query('delete from auth_verifications where identifier = $1', [identifierOf(token)]);
}

/**
 * A hook before each call: of the links that are used at once one sets a password. Locks the row of the person, then ends
 * the others, which the library finds no more.
 */
export function useOneLink(database: Database) {
  return async ({ path, body }: LibraryCall): Promise<void> => {
    if (path !== '/reset-password') return;
    const { token = '' } = (body ?? {}) as { token?: string };
    const isValid = await database.transaction(async (tx) => {
      const [person] = await tx.query<{ id: string }>(
        `select id from auth_users where id =
           (select password_of from auth_verifications where identifier = $1) for no key update`,
        [identifierOf(token)],
      );
      if (person === undefined) return false;
      const links = await tx.query('select from auth_verifications where identifier = $1', [
        identifierOf(token),
      ]);
      if (links.length > 0) await endOthers(tx, person.id, token);
      return links.length > 0;
    });
    // Also a link of a version that did not know whose it is.
    if (!isValid) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' });
  };
}
