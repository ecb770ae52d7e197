import type { Queryable } from '../../db/database.ts';
import type { SecurityEvent } from '../../security-log/security-event.ts';
import { endSessionsOf, type RenewedSession } from '../sessions.ts';

export interface Passkey {
  readonly id: string;
  readonly name: string | null;
  readonly aaguid: string | null;
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

/** The maximum for one person. */
export const PASSKEYS_MAX = 20;

/** What a change of second factors has written, and the session of the browser that it came from. */
export interface ChangedFactor {
  readonly event: SecurityEvent;
  readonly session: RenewedSession;
}

/** The passkeys of a person, oldest first. */
export function listPasskeys(db: Queryable, accountId: string): Promise<Passkey[]> {
  return db.query(
    `select id, name, aaguid, backed_up as "backedUp", created_at as "createdAt", used_at as "usedAt"
     from auth_passkeys where user_id = $1 order by created_at, id`,
    [accountId],
  );
}

export interface SecondFactors {
  /** An authenticator app that has proven its first code. */
  readonly app: boolean;
  readonly passkeys: number;
}

/** What second factors a person has. */
export async function readSecondFactors(db: Queryable, accountId: string): Promise<SecondFactors> {
  const [row] = await db.query<SecondFactors>(
    `select two_factor_enabled as app,
       (select count(*) from auth_passkeys where user_id = auth_users.id) as passkeys
     from auth_users where id = $1`,
    [accountId],
  );
  return row ?? { app: false, passkeys: 0 };
}

/** Notes the use of a passkey. */
export async function notePasskeyUse(db: Queryable, credentialId: string, at: Date): Promise<void> {
  await db.query('update auth_passkeys set used_at = $2 where credential_id = $1', [credentialId, at]);
}

/** Whether this passkey is this person's. */
export async function isPasskeyOf(db: Queryable, accountId: string, credentialId: string): Promise<boolean> {
  const rows = await db.query('select from auth_passkeys where user_id = $1 and credential_id = $2', [
    accountId,
    credentialId,
  ]);
  return rows.length === 1;
}

/** After the last second factor is gone, no session of the person counts as opened with one. */
export async function forgetProofs(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(
    `update auth_sessions set second_factor_at = null where user_id = $1 and not exists (
       select from auth_users where id = $1 and two_factor_enabled
     ) and not exists (select from auth_passkeys where user_id = $1)`,
    [accountId],
  );
}

/** Removes every second factor of a person who lost theirs, and ends their sessions. */
export async function removeSecondFactors(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await tx.query('delete from auth_two_factors where user_id = $1', [accountId]);
  await tx.query('delete from auth_passkeys where user_id = $1', [accountId]);
  await tx.query('update auth_users set two_factor_enabled = false, updated_at = $2 where id = $1', [
    accountId,
    at,
  ]);
  await endSessionsOf(tx, accountId);
}
