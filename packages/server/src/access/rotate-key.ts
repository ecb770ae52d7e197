import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { newApiKey } from './api-key.ts';

export interface IssuedKey {
  /** The key itself; shown once, as only its hash is stored. */
  readonly key: string;
  readonly prefix: string;
}

/**
 * Issues a new key to the account in the caller's transaction and revokes the previous one. Keys are not
 * cached, so every node rejects the old one once this has committed. A suspension carries over to the new
 * key.
 */
export async function rotateKey(tx: Queryable, accountId: string, at: Date): Promise<IssuedKey> {
  // Locks the account's row first, so that of two concurrent rotations the second revokes the key of the
  // first.
  const [account] = await tx.query('select id from accounts where id = $1 for no key update', [accountId]);
  assert(account !== undefined, 'only an account has a key');
  const { key, hash, prefix } = newApiKey();
  const [former] = await tx.query<{ suspendedUntil: Date | null; rejectedAt: Date | null }>(
    `update api_keys set revoked_at = $2 where account_id = $1 and revoked_at is null
     returning suspended_until as "suspendedUntil", rejected_at as "rejectedAt"`,
    [accountId, at],
  );
  await tx.query(
    `insert into api_keys (id, account_id, hash, prefix, created_at, suspended_until, rejected_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), accountId, hash, prefix, at, former?.suspendedUntil ?? null, former?.rejectedAt ?? null],
  );
  return { key, prefix };
}

/** The first characters of the account's key, to recognise it; undefined when it has none. */
export async function readKeyPrefix(db: Queryable, accountId: string): Promise<string | undefined> {
  const [row] = await db.query<{ prefix: string }>(
    'select prefix from api_keys where account_id = $1 and revoked_at is null',
    [accountId],
  );
  return row?.prefix;
}
