import { assert } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import { newApiKey } from '../api-key.ts';
import type { KeySettings } from './decide-key-change.ts';

/** `account` is replaced on the account's page and by the operator, `terminal` by approved terminals. */
export type KeyKind = 'account' | 'terminal' | 'named';

/** The current key of a family: the one that no rotation has replaced. */
export interface CurrentKey extends KeySettings {
  /** The family, which stays the same when the key is rotated. */
  readonly id: string;
  readonly accountId: string;
  readonly kind: KeyKind;
  readonly prefix: string;
}

/** A key that was just made; only its hash is stored. */
export interface IssuedSecret {
  readonly id: string;
  readonly secret: string;
  readonly prefix: string;
}

/** Keys that work now, or will not work only because they have expired; `$2` is the time. */
const NOT_REVOKED = '(revoked_at is null or revoked_at > $2)';

/** Locks the account's row, before any of its keys, so that changes to the keys of one account follow each other. */
export async function lockKeys(tx: Queryable, accountId: string): Promise<void> {
  const [account] = await tx.query('select id from accounts where id = $1 for no key update', [accountId]);
  assert(account !== undefined, 'only an account has a key');
}

const COLUMNS = `family_id as id, account_id as "accountId", kind, prefix, name, scopes, expires_at as "expiresAt",
  cap_cents as "capCents"`;

/** The key with this id, if it is of this account and not revoked. The caller has locked the keys. */
export async function findCurrentKey(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<CurrentKey | undefined> {
  const [key] = await tx.query<CurrentKey>(
    `select ${COLUMNS} from api_keys where family_id = $2 and account_id = $1 and revoked_at is null`,
    [accountId, id],
  );
  return key;
}

/** The key of the account itself, or of its terminals. The caller has locked the keys. */
export async function findKeyOfKind(
  tx: Queryable,
  accountId: string,
  kind: Exclude<KeyKind, 'named'>,
): Promise<CurrentKey | undefined> {
  const [key] = await tx.query<CurrentKey>(
    `select ${COLUMNS} from api_keys where account_id = $1 and kind = $2 and kind <> 'named' and revoked_at is null`,
    [accountId, kind],
  );
  return key;
}

/** How many keys of the account are not revoked: also those that have expired, and previous ones that still work. */
export async function countKeys(tx: Queryable, accountId: string, at: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from api_keys where account_id = $1 and ${NOT_REVOKED}`,
    [accountId, at],
  );
  return row?.count ?? 0;
}

/** Makes the first key of a family. */
export function insertKey(
  tx: Queryable,
  accountId: string,
  kind: KeyKind,
  settings: KeySettings,
  at: Date,
): Promise<IssuedSecret> {
  return insert(tx, { accountId, kind, ...settings }, null, at);
}

/**
 * Makes the next key of a family. The former one works for another `overlapMs`, but not beyond its own expiry; without
 * an overlap, no earlier one works from now on. What the family has spent this month goes on counting.
 */
export async function replaceKey(
  tx: Queryable,
  former: CurrentKey,
  overlapMs: number,
  at: Date,
): Promise<IssuedSecret> {
  if (overlapMs === 0) await revokeFamily(tx, former, at);
  // The cap is that of the current key, so that it has one place. A former key that expires sooner ends then, because a
  // later change gives it the expiry of the current one.
  await tx.query(
    `update api_keys set cap_cents = null,
       revoked_at = case when revoked_at is null then least($2, expires_at) else revoked_at end
     where family_id = $1 and (revoked_at is null or cap_cents is not null)`,
    [former.id, new Date(at.getTime() + overlapMs)],
  );
  return insert(tx, former, former.id, at);
}

/** Revokes the current key of the family and those before it that still work. */
export async function revokeFamily(tx: Queryable, { id }: { readonly id: string }, at: Date): Promise<void> {
  await tx.query(`update api_keys set revoked_at = $2 where family_id = $1 and ${NOT_REVOKED}`, [id, at]);
}

/** Ends the overlaps of the family: only its current key works from now on. Returns how many had worked. */
export async function endOverlaps(tx: Queryable, id: string, at: Date): Promise<number> {
  const ended = await tx.query(
    'update api_keys set revoked_at = $2 where family_id = $1 and revoked_at > $2 returning id',
    [id, at],
  );
  return ended.length;
}

async function insert(
  tx: Queryable,
  key: Omit<CurrentKey, 'id' | 'prefix'>,
  firstId: string | null,
  at: Date,
): Promise<IssuedSecret> {
  const { accountId, kind, name, scopes, expiresAt, capCents } = key;
  const { key: secret, hash, prefix } = newApiKey();
  const id = newId();
  await tx.query(
    `insert into api_keys (id, account_id, kind, name, scopes, expires_at, cap_cents, first_id, hash, prefix, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, accountId, kind, name, scopes, expiresAt, capCents, firstId, hash, prefix, at],
  );
  return { id: firstId ?? id, secret, prefix };
}
