import type { Queryable } from '../db/database.ts';
import { sendKeyNotice } from '../notifications/key-notice.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import { findKeyOfKind, insertKey, type KeyKind, lockKeys, replaceKey } from './keys/key-record.ts';

export interface RotatedKey {
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
  /** The name of the client, for a terminal that has given one. */
  readonly name?: string | undefined;
}

/**
 * Issues a new key to the account in the caller's transaction and revokes the previous one of its kind: terminals
 * have one key together, and the account's page and the operator replace another. Keys with names are not affected.
 * Keys are not cached, so every node rejects the old one once this has committed. Scopes and cap stay, and a
 * suspension applies to the account, and so to the new key too.
 */
export async function rotateKey(
  tx: Queryable,
  accountId: string,
  { by, network, name }: KeyRequest,
  at: Date,
): Promise<RotatedKey> {
  await lockKeys(tx, accountId);
  const kind = by === 'terminal' ? 'terminal' : 'account';
  const former = await findKeyOfKind(tx, accountId, kind);
  const { secret: key, prefix } =
    former === undefined
      ? await insertKey(tx, accountId, kind, { ...NEW, name: name ?? NAMES[kind] }, at)
      : await replaceKey(tx, { ...former, name: name ?? former.name, expiresAt: null }, 0, at);
  const event: SecurityEvent = {
    kind: 'key_issued',
    accountId,
    network,
    details: { by, prefix, ...(former !== undefined && { replaces: former.prefix }) },
  };
  await insertSecurityEvent(tx, event, at);
  // Not for a terminal, whose approval was reported, nor for the operator, who gives the key to its owner.
  if (by === 'page') {
    const notice = { name: former?.name ?? NAMES[kind], prefix, replaced: former?.prefix ?? null, network };
    await sendKeyNotice(tx, accountId, notice, at);
  }
  return { key, prefix, event };
}

const NAMES = { account: 'Account key', terminal: 'Terminal' };
const NEW = { scopes: ['generate', 'read', 'manage'], expiresAt: null, capCents: null } as const;

/** Revokes every key of the account. Locks the account's row first, so that none is issued meanwhile. */
export async function revokeKeys(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await lockKeys(tx, accountId);
  await tx.query(
    'update api_keys set revoked_at = $2 where account_id = $1 and (revoked_at is null or revoked_at > $2)',
    [accountId, at],
  );
}

/** The first characters of the account's key of a kind, to recognise it; undefined when it has none. */
export async function readKeyPrefix(
  db: Queryable,
  accountId: string,
  kind: Exclude<KeyKind, 'named'>,
): Promise<string | undefined> {
  return (await findKeyOfKind(db, accountId, kind))?.prefix;
}
