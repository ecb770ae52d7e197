import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../db/database.ts';
import { newId, sha256 } from '../kernel/ids.ts';

/** How long a link that sets a password is valid. */
export const LINK_SECONDS = 3600;

/** The address of the page that sets a password with this token; `next` is the path to open after signing in with it. */
export function passwordLink(baseUrl: string, token: string, next = ''): string {
  const link = `${baseUrl}/signin/password?token=${token}`;
  return next === '' ? link : `${link}&next=${encodeURIComponent(next)}`;
}

/** A link, valid for an hour and once, to the page that sets the password of an account without asking for an email. */
export async function issuePasswordLink(
  database: Database,
  baseUrl: string,
  userId: string,
  next?: string,
): Promise<string> {
  const token = await createLink(database, userId);
  await database.transaction((tx) => keepNewestLink(tx, userId, token));
  return passwordLink(baseUrl, token, next);
}

/**
 * The page that sets the password of a person who has opened another link in their mailbox. Programs open such a link
 * beside the person, so that it ends no other.
 */
export async function openPasswordPage(
  database: Database,
  baseUrl: string,
  userId: string,
  next: string,
): Promise<string> {
  return passwordLink(baseUrl, await createLink(database, userId), next);
}

const TOKEN_BYTES = 24;

/** Stores a link as the library does, which checks it. By the system's clock, like the library. */
async function createLink(db: Queryable, userId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = Date.now();
  await db.query(
    `insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at, password_of)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [newId(), identifierOf(token), userId, new Date(now + LINK_SECONDS * 1000), new Date(now), userId],
  );
  return token;
}

/** The library stores this of a link, and looks it up by it. */
const identifierOf = (token: string): string => sha256(`reset-password:${token}`).toString('base64url');

/**
 * Ends every earlier link of a person; the library has just stored the one with this token. Locks the row of the person,
 * so that of links that are sent at once one stays.
 */
export async function keepNewestLink(tx: Queryable, userId: string, token: string): Promise<void> {
  await tx.query('select from auth_users where id = $1 for no key update', [userId]);
  await tx.query('update auth_verifications set password_of = $1 where identifier = $2', [
    userId,
    identifierOf(token),
  ]);
  await endOthers(tx, userId, token);
}

async function endOthers(tx: Queryable, userId: string, token: string): Promise<void> {
  await tx.query('delete from auth_verifications where password_of = $1 and identifier <> $2', [
    userId,
    identifierOf(token),
  ]);
}

/** The address of the person whom a link is for; undefined for a link that is none. */
export async function emailOfLink(db: Queryable, token: string): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(
    'select email from auth_verifications join auth_users on auth_users.id = password_of where identifier = $1',
    [identifierOf(token)],
  );
  return row?.email;
}

/** Ends a link that nobody was sent. */
export async function withdrawLink(db: Queryable, token: string): Promise<void> {
  await db.query('delete from auth_verifications where identifier = $1', [identifierOf(token)]);
}

/**
 * Prepares the use of a link: of those that are used at once one sets a password. Locks the row of the person, then ends
 * the others, which the library finds no more. False for a link that is none, or of a version that did not know whose it is.
 */
export function useOneLink(database: Database, token: string): Promise<boolean> {
  const identifier = identifierOf(token);
  return database.transaction(async (tx) => {
    const [person] = await tx.query<{ id: string }>(
      `select id from auth_users where id =
         (select password_of from auth_verifications where identifier = $1) for no key update`,
      [identifier],
    );
    if (person === undefined) return false;
    // Another one may have been used since the person was found.
    const links = await tx.query('select from auth_verifications where identifier = $1', [identifier]);
    if (links.length > 0) await endOthers(tx, person.id, token);
    return links.length > 0;
  });
}
