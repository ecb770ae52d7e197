import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { sendEmail } from '../notifications/email.ts';
import type { NewKey } from '../notifications/emails/new-key.ts';
import { readAddress } from '../notifications/read-address.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import { newApiKey } from './api-key.ts';

export interface IssuedKey {
  /** The key itself; shown once, as only its hash is stored. */
  readonly key: string;
  readonly prefix: string;
  /** What was written to the security log. */
  readonly event: SecurityEvent;
}

/** Who asked for a key: a terminal, the account's page, or the operator, who has no network. */
export interface KeyRequest {
  readonly by: 'terminal' | 'page' | 'operator';
  readonly network: string | null;
}

/**
 * Issues a new key to the account in the caller's transaction and revokes the previous one. Keys are not
 * cached, so every node rejects the old one once this has committed. A suspension is of the account, so it
 * applies to the new key too.
 */
export async function rotateKey(
  tx: Queryable,
  accountId: string,
  { by, network }: KeyRequest,
  at: Date,
): Promise<IssuedKey> {
  const replaces = await revokeKey(tx, accountId, at);
  const { key, hash, prefix } = newApiKey();
  await tx.query(
    'insert into api_keys (id, account_id, hash, prefix, created_at) values ($1, $2, $3, $4, $5)',
    [newId(), accountId, hash, prefix, at],
  );
  const event: SecurityEvent = {
    kind: 'key_issued',
    accountId,
    network,
    details: { by, prefix, ...(replaces !== undefined && { replaces }) },
  };
  await insertSecurityEvent(tx, event, at);
  if (by === 'page') await sendKeyNotice(tx, accountId, { prefix, replaced: replaces ?? null, network }, at);
  return { key, prefix, event };
}

/** Not for a terminal, whose approval was reported, nor for the operator, who gives the key to its owner. */
async function sendKeyNotice(
  tx: Queryable,
  accountId: string,
  key: Omit<NewKey, 'at'>,
  at: Date,
): Promise<void> {
  const to = await readAddress(tx, accountId);
  await sendEmail(tx, { to, name: 'new_key', data: { ...key, at: at.toISOString() } });
}

/**
 * Revokes the account's key; returns its prefix, or undefined when there was none. Locks the account's row first, so
 * that of two concurrent rotations the second revokes the key of the first.
 */
export async function revokeKey(tx: Queryable, accountId: string, at: Date): Promise<string | undefined> {
  const [account] = await tx.query('select id from accounts where id = $1 for no key update', [accountId]);
  assert(account !== undefined, 'only an account has a key');
  const [former] = await tx.query<{ prefix: string }>(
    'update api_keys set revoked_at = $2 where account_id = $1 and revoked_at is null returning prefix',
    [accountId, at],
  );
  return former?.prefix;
}

/** The first characters of the account's key, to recognise it; undefined when it has none. */
export async function readKeyPrefix(db: Queryable, accountId: string): Promise<string | undefined> {
  const [row] = await db.query<{ prefix: string }>(
    'select prefix from api_keys where account_id = $1 and revoked_at is null',
    [accountId],
  );
  return row?.prefix;
}
