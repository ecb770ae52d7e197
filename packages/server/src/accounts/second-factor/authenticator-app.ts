import { randomInt } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import type { Database, Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import { insertSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';
import type { Auth } from '../auth.ts';
import { confirmSession, renewSession } from '../sessions.ts';
import { type ChangedFactor, forgetProofs } from './second-factors.ts';
import { useBackupCode, useCode } from './used-codes.ts';

/** Who changes their authenticator app, and from where. */
export interface AppOwner {
  readonly accountId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly network: string;
}

export interface AppDependencies {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
}

const SECRET_LENGTH = 32;
const BACKUP_CODES = 10;
/** Letters and digits that look alike are left out. */
const BACKUP_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const BACKUP_LENGTH = 10;

/** What a person enters into the app: the address in a QR code, or the secret in letters. */
export interface AppSecret {
  readonly uri: string;
  readonly secret: string;
}

/**
 * Makes the secret for an authenticator app. It is not asked for until the app has proven a code, so an interrupted
 * set-up locks nobody out. Undefined if the person has an app already.
 */
export async function startApp(
  { auth, database }: AppDependencies,
  { accountId, email }: AppOwner,
  issuer: string,
  at: Date,
): Promise<AppSecret | undefined> {
  const { generateRandomString } = await import('better-auth/crypto');
  const secret = generateRandomString(SECRET_LENGTH);
  const encrypted = await encrypt(await auth(), secret);
  const none = await encrypt(await auth(), '[]');
  const rows = await database.query(
    `insert into auth_two_factors (id, user_id, secret, backup_codes, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
     where not auth_two_factors.verified returning id`,
    [newId(), accountId, encrypted, none, at],
  );
  if (rows.length === 0) return undefined;
  const uri = createOTP(secret).url(issuer, email);
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' };
}

export type AppProof =
  | (ChangedFactor & { readonly backupCodes: readonly string[] })
  /** The code was wrong, or there is no app that waits for its first code. */
  | 'wrong'
  | 'none';

/** Turns the app on with its first code, which shows that it works; returns backup codes, which are shown once. */
export async function proveApp(
  dependencies: AppDependencies,
  owner: AppOwner,
  code: string,
  at: Date,
): Promise<AppProof> {
  const { auth, database } = dependencies;
  const { accountId, sessionId, network } = owner;
  const pending = await readApp(database, accountId, false);
  if (pending === undefined) return 'none';
  if (!(await isRight(await auth(), pending.secret, code))) return 'wrong';
  const codes = newBackupCodes();
  const encrypted = await encrypt(await auth(), JSON.stringify(codes));
  return database.transaction(async (tx) => {
    if (!(await useCode(tx, accountId, code, at))) return 'wrong';
    // The secret again: a set-up that was started anew meanwhile has another one.
    const proven = await tx.query(
      `update auth_two_factors set verified = true, backup_codes = $3
       where user_id = $1 and secret = $2 and not verified returning id`,
      [accountId, pending.secret, encrypted],
    );
    if (proven.length === 0) return 'wrong';
    await tx.query('update auth_users set two_factor_enabled = true, updated_at = $2 where id = $1', [
      accountId,
      at,
    ]);
    const session = await confirmSession(tx, sessionId, { secondFactor: true });
    const details = { method: 'app' };
    const event: SecurityEvent = { kind: 'second_factor_added', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return { backupCodes: codes, event, session };
  });
}

/** Replaces the backup codes; undefined if there is no app. */
export async function issueBackupCodes(
  { auth, database }: AppDependencies,
  { accountId, sessionId, network }: AppOwner,
  at: Date,
): Promise<Exclude<AppProof, string> | undefined> {
  const codes = newBackupCodes();
  const encrypted = await encrypt(await auth(), JSON.stringify(codes));
  return database.transaction(async (tx) => {
    const replaced = await tx.query(
      'update auth_two_factors set backup_codes = $2 where user_id = $1 and verified returning id',
      [accountId, encrypted],
    );
    if (replaced.length === 0) return undefined;
    const session = await renewSession(tx, sessionId);
    const event: SecurityEvent = { kind: 'backup_codes_issued', accountId, network };
    await insertSecurityEvent(tx, event, at);
    return { backupCodes: codes, event, session };
  });
}

/** Removes the app and its backup codes; undefined if there is none. */
export function removeApp(
  database: Database,
  { accountId, sessionId, network }: AppOwner,
  at: Date,
): Promise<ChangedFactor | undefined> {
  return database.transaction(async (tx) => {
    const removed = await tx.query('delete from auth_two_factors where user_id = $1 returning verified', [
      accountId,
    ]);
    if (removed.length === 0) return undefined;
    await tx.query('update auth_users set two_factor_enabled = false, updated_at = $2 where id = $1', [
      accountId,
      at,
    ]);
    await forgetProofs(tx, accountId);
    const session = await renewSession(tx, sessionId);
    const details = { method: 'app' };
    const event: SecurityEvent = { kind: 'second_factor_removed', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return { event, session };
  });
}

/** Whether a code is that of the person's app now, and was not used before. */
export async function checkAppCode(
  { auth, database }: AppDependencies,
  accountId: string,
  code: string,
  at: Date,
): Promise<boolean> {
  const app = await readApp(database, accountId, true);
  if (app === undefined || !(await isRight(await auth(), app.secret, code))) return false;
  return useCode(database, accountId, code, at);
}

/** Whether a code is one of the person's backup codes, which is then used up. */
export async function takeBackupCode(
  { auth, database }: AppDependencies,
  accountId: string,
  typed: string,
  at: Date,
): Promise<boolean> {
  const code = typed.replace(/\s/g, '').toLowerCase();
  const library = await auth();
  return database.transaction(async (tx) => {
    // Locks the person's codes alone, so that two at once do not write each other's back.
    await tx.query('select from auth_two_factors where user_id = $1 for update', [accountId]);
    const app = await readApp(tx, accountId, true);
    const codes = app === undefined ? [] : await readCodes(library, app);
    if (!codes.includes(code) || !(await useBackupCode(tx, accountId, code, at))) return false;
    const left = await encrypt(library, JSON.stringify(codes.filter((one) => one !== code)));
    await tx.query('update auth_two_factors set backup_codes = $2 where user_id = $1', [accountId, left]);
    return true;
  });
}

/** How many backup codes are left. */
export async function countBackupCodes(
  { auth, database }: AppDependencies,
  accountId: string,
): Promise<number> {
  const app = await readApp(database, accountId, true);
  return app === undefined ? 0 : (await readCodes(await auth(), app)).length;
}

async function readCodes(auth: Auth, { backupCodes }: StoredApp): Promise<readonly unknown[]> {
  const codes: unknown = JSON.parse(await decrypt(auth, backupCodes));
  return Array.isArray(codes) ? codes : [];
}

interface StoredApp {
  readonly secret: string;
  readonly backupCodes: string;
}

async function readApp(
  db: Queryable,
  accountId: string,
  isVerified: boolean,
): Promise<StoredApp | undefined> {
  const [app] = await db.query<StoredApp>(
    'select secret, backup_codes as "backupCodes" from auth_two_factors where user_id = $1 and verified = $2',
    [accountId, isVerified],
  );
  return app;
}

async function isRight(auth: Auth, encrypted: string, code: string): Promise<boolean> {
  return createOTP(await decrypt(auth, encrypted)).verify(code);
}

/** The codes have the form that the library writes and reads. */
function newBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () => {
    const code = Array.from({ length: BACKUP_LENGTH }, () => randomLetter()).join('');
    return `${code.slice(0, BACKUP_LENGTH / 2)}-${code.slice(BACKUP_LENGTH / 2)}`;
  });
}

function randomLetter(): string {
  return BACKUP_ALPHABET.charAt(randomInt(BACKUP_ALPHABET.length));
}

async function encrypt(auth: Auth, data: string): Promise<string> {
  const { secretConfig: key } = await auth.$context;
  const { symmetricEncrypt } = await import('better-auth/crypto');
  return symmetricEncrypt({ key, data });
}

async function decrypt(auth: Auth, data: string): Promise<string> {
  const { secretConfig: key } = await auth.$context;
  const { symmetricDecrypt } = await import('better-auth/crypto');
  return symmetricDecrypt({ key, data });
}
