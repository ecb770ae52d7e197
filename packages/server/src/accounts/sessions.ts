import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../db/database.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';

/** A browser that is signed in. */
export interface Session {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The address and the browser that opened it, as they were sent. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly secondFactor: boolean;
}

const SHOWN_MAX = 100;

/** The latest sessions of a person, newest first. */
export function listSessions(db: Queryable, accountId: string): Promise<Session[]> {
  // The library dates sessions by the system's clock.
  return db.query(
    `select id, created_at as "createdAt", expires_at as "expiresAt", ip_address as address,
       user_agent as "userAgent", second_factor_at is not null as "secondFactor"
     from auth_sessions where user_id = $1 and expires_at > $2 order by created_at desc, id desc limit ${SHOWN_MAX}`,
    [accountId, new Date()],
  );
}

interface Ender {
  readonly accountId: string;
  readonly network: string;
}

/** Ends one session of a person; undefined if there is no such session, otherwise the event for the log. */
export function endSession(
  database: Database,
  { accountId, network }: Ender,
  sessionId: string,
  at: Date,
): Promise<SecurityEvent | undefined> {
  return database.transaction(async (tx) => {
    const ended = await tx.query('delete from auth_sessions where user_id = $1 and id = $2 returning id', [
      accountId,
      sessionId,
    ]);
    return ended.length === 0 ? undefined : recordEnd(tx, { accountId, network }, ended.length, at);
  });
}

/** Ends every session of a person but one. */
export async function endOtherSessions(
  tx: Queryable,
  { accountId, network }: Ender,
  keptId: string,
  at: Date,
): Promise<SecurityEvent> {
  const ended = await tx.query('delete from auth_sessions where user_id = $1 and id <> $2 returning id', [
    accountId,
    keptId,
  ]);
  return recordEnd(tx, { accountId, network }, ended.length, at);
}

async function recordEnd(
  tx: Queryable,
  { accountId, network }: Ender,
  sessions: number,
  at: Date,
): Promise<SecurityEvent> {
  const event: SecurityEvent = { kind: 'sessions_ended', accountId, network, details: { sessions } };
  await insertSecurityEvent(tx, event, at);
  return event;
}

/** A session whose former token is none any more; the browser gets this one. */
export interface RenewedSession {
  readonly token: string;
}

/**
 * Notes in a session that its person has just proven again who they are. By the system's clock, like the session's
 * own times. Its token is replaced: a cookie that was copied before is not raised with it, but ends.
 */
export async function confirmSession(
  tx: Queryable,
  sessionId: string,
  { secondFactor }: { readonly secondFactor: boolean },
): Promise<RenewedSession> {
  await tx.query(
    `update auth_sessions set confirmed_at = $2, second_factor_at = case when $3 then $2 else second_factor_at end
     where id = $1`,
    [sessionId, new Date(), secondFactor],
  );
  return renewSession(tx, sessionId);
}

const TOKEN_BYTES = 32;

/** Replaces the token of a session, after what its person proves their identity with was changed. */
export async function renewSession(tx: Queryable, sessionId: string): Promise<RenewedSession> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.query('update auth_sessions set token = $2 where id = $1', [sessionId, token]);
  return { token };
}

/** Ends every session of a person. */
export async function endSessionsOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from auth_sessions where user_id = $1', [accountId]);
}

/** Ends every session of everybody, for a key of sessions that has leaked. */
export async function endAllSessions(tx: Queryable): Promise<void> {
  await tx.query('delete from auth_sessions');
}

/** Deletes a session that nobody was given. */
export async function discardSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query('delete from auth_sessions where id = $1', [sessionId]);
}
