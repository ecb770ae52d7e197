import { invalidRequest, keysPerAccountMax, ok, type Problem, type Result, refused } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { sendKeyNotice } from '../../notifications/key-notice.ts';
import { insertSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';
import { expiryProblem, type KeySettings } from './decide-key-change.ts';
import { countKeys, type IssuedSecret, insertKey, lockKeys } from './key-record.ts';

/** Who changes the keys of an account. */
export interface KeyOwner {
  readonly accountId: string;
  readonly network: string;
}

export interface IssuedKey {
  readonly issued: IssuedSecret;
  /** What was written to the security log. */
  readonly event: SecurityEvent;
}

/** Creates a named key. Problem: `invalid_request`, also for an account that has all the keys it may have. */
export async function createKey(
  database: Database,
  { accountId, network }: KeyOwner,
  settings: KeySettings,
  at: Date,
): Promise<Result<IssuedKey, Problem>> {
  const past = expiryProblem(settings.expiresAt, at);
  if (past !== undefined) return refused(past);
  return database.transaction(async (tx) => {
    await lockKeys(tx, accountId);
    const full = await limitProblem(tx, accountId, at, 'revoke one that is no longer used');
    if (full !== undefined) return refused(full);
    const issued = await insertKey(tx, accountId, 'named', settings, at);
    const details = { by: 'page', prefix: issued.prefix, scopes: settings.scopes.join(' ') };
    const event: SecurityEvent = { kind: 'key_issued', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    const { prefix } = issued;
    await sendKeyNotice(tx, accountId, { name: settings.name, prefix, replaced: null, network }, at);
    return ok({ issued, event });
  });
}

/** The problem of one more key for an account whose keys are locked. */
export async function limitProblem(
  tx: Queryable,
  accountId: string,
  at: Date,
  remedy: string,
): Promise<Problem | undefined> {
  if ((await countKeys(tx, accountId, at)) < keysPerAccountMax) return undefined;
  const message = `The account has ${keysPerAccountMax} keys, the maximum; ${remedy}.`;
  return invalidRequest([{ path: '', message }]);
}
