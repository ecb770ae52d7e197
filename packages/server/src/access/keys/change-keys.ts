import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { sendKeyNotice } from '../../notifications/key-notice.ts';
import { requestSettingsNotice } from '../../notifications/settings-notice.ts';
import { insertSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';
import { type IssuedKey, type KeyOwner, limitProblem } from './create-key.ts';
import { decideKeyChange, expiryProblem, type KeyChange, type KeySettings } from './decide-key-change.ts';
import {
  type CurrentKey,
  endOverlaps,
  findCurrentKey,
  lockKeys,
  replaceKey,
  revokeFamily,
} from './key-record.ts';

type Changed = Result<{ readonly event: SecurityEvent }, Problem>;

/** One message for unknown, revoked and foreign keys: the response must not reveal which it was. */
const notFound = () => refused(problem('not_found', 'There is no such key, or it is not yours.'));

/** The key with its account's row locked; undefined if the account has no such key. */
async function lockKey(tx: Queryable, accountId: string, id: string): Promise<CurrentKey | undefined> {
  await lockKeys(tx, accountId);
  return findCurrentKey(tx, accountId, id);
}

/**
 * Replaces a key of the account by a new one with the same settings. The former one works for another `overlapMs`;
 * without an overlap it is refused once this has committed. Problems: `not_found`, `invalid_request`.
 */
export function rotateNamedKey(
  database: Database,
  { accountId, network }: KeyOwner,
  id: string,
  { overlapMs, expiresAt }: { readonly overlapMs: number; readonly expiresAt?: Date | null | undefined },
  at: Date,
): Promise<Result<IssuedKey, Problem>> {
  return database.transaction(async (tx) => {
    const key = await lockKey(tx, accountId, id);
    if (key === undefined) return notFound();
    const next = { ...key, expiresAt: expiresAt === undefined ? key.expiresAt : expiresAt };
    const past = expiryProblem(next.expiresAt, at);
    if (past !== undefined) return refused(past);
    const full = overlapMs > 0 && (await limitProblem(tx, accountId, at, 'rotate without an overlap'));
    if (full) return refused(full);
    const issued = await replaceKey(tx, next, overlapMs, at);
    const event: SecurityEvent = {
      kind: 'key_issued',
      accountId,
      network,
      details: {
        by: 'page',
        prefix: issued.prefix,
        replaces: key.prefix,
        overlap_seconds: overlapMs / 1000,
      },
    };
    await insertSecurityEvent(tx, event, at);
    const { name, prefix: replaced } = key;
    await sendKeyNotice(tx, accountId, { name, prefix: issued.prefix, replaced, network }, at);
    return ok({ issued, event });
  });
}

/** Changes the settings of a key. Problems: `not_found` and those of `decideKeyChange`. */
export function changeKey(
  database: Database,
  { accountId, network, unproven }: KeyOwner & { readonly unproven: Problem | undefined },
  id: string,
  change: KeyChange,
  at: Date,
): Promise<Changed> {
  return database.transaction(async (tx) => {
    const key = await lockKey(tx, accountId, id);
    if (key === undefined) return notFound();
    const decided = decideKeyChange(key, change, unproven, at);
    if (!decided.ok) return decided;
    const { name, scopes, expiresAt, capCents } = decided.value;
    // Previous keys that still work get the scopes and the expiry too; the cap is that of the current key.
    await tx.query(
      `update api_keys set name = $3, scopes = $4, expires_at = $5,
         cap_cents = case when revoked_at is null then $6::bigint end
       where family_id = $1 and (revoked_at is null or revoked_at > $2)`,
      [id, at, name, scopes, expiresAt, capCents],
    );
    await requestSettingsNotice(tx, accountId);
    const details = { prefix: key.prefix, ...describeChange(key, decided.value) };
    const event: SecurityEvent = { kind: 'key_changed', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return ok({ event });
  });
}

/** Without the name: it may be anything that somebody types. */
function describeChange(from: KeySettings, to: KeySettings): NonNullable<SecurityEvent['details']> {
  return {
    ...(to.name !== from.name && { renamed: 'yes' }),
    ...(to.scopes.join() !== from.scopes.join() && { scopes: to.scopes.join(' ') }),
    ...(to.expiresAt?.getTime() !== from.expiresAt?.getTime() && {
      expires_at: to.expiresAt?.toISOString() ?? 'never',
    }),
    ...(to.capCents !== from.capCents && { cap_cents: to.capCents ?? 'none' }),
  };
}

/** Revokes a key and the previous ones that still work. Problem: `not_found`. */
export function revokeNamedKey(database: Database, owner: KeyOwner, id: string, at: Date): Promise<Changed> {
  return endKeys(database, owner, { id, at }, async (tx, key) => {
    await revokeFamily(tx, key, at);
    return { prefix: key.prefix };
  });
}

/** Revokes the previous keys that still work after a rotation of this one. Problem: `not_found`. */
export function endKeyOverlap(database: Database, owner: KeyOwner, id: string, at: Date): Promise<Changed> {
  return endKeys(database, owner, { id, at }, async (tx, key) => ({
    before: key.prefix,
    keys: await endOverlaps(tx, id, at),
  }));
}

/** Ends keys of a family with `end`, which returns the details of the event. */
function endKeys(
  database: Database,
  { accountId, network }: KeyOwner,
  { id, at }: { readonly id: string; readonly at: Date },
  end: (tx: Queryable, key: CurrentKey) => Promise<NonNullable<SecurityEvent['details']>>,
): Promise<Changed> {
  return database.transaction(async (tx) => {
    const key = await lockKey(tx, accountId, id);
    if (key === undefined) return notFound();
    const details = await end(tx, key);
    const event: SecurityEvent = { kind: 'key_revoked', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return ok({ event });
  });
}
