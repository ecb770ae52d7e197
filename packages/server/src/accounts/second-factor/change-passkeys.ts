import type { Database } from '../../db/database.ts';
import { insertSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';
import { confirmSession, renewSession } from '../sessions.ts';
import { type ChangedFactor, forgetProofs, PASSKEYS_MAX, readSecondFactors } from './second-factors.ts';

interface Owner {
  readonly accountId: string;
  readonly sessionId: string;
  readonly network: string;
}

const details = { method: 'passkey' };

/**
 * Notes a passkey that the sign-in library has just stored: its person has shown it in this session. Undefined if it is one
 * too many, and is removed again. Locks the row of the person, so that those that are added at once are counted one by one.
 */
export function addedPasskey(
  database: Database,
  { accountId, sessionId, network }: Owner,
  id: string,
  at: Date,
): Promise<ChangedFactor | undefined> {
  return database.transaction(async (tx) => {
    await tx.query('select from auth_users where id = $1 for no key update', [accountId]);
    const { passkeys } = await readSecondFactors(tx, accountId);
    if (passkeys > PASSKEYS_MAX) {
      await tx.query('delete from auth_passkeys where user_id = $1 and id = $2', [accountId, id]);
      return undefined;
    }
    const session = await confirmSession(tx, sessionId, { secondFactor: true });
    const event: SecurityEvent = { kind: 'second_factor_added', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return { event, session };
  });
}

/** Removes a passkey; undefined if the person has none of this id. */
export function removePasskey(
  database: Database,
  { accountId, sessionId, network }: Owner,
  id: string,
  at: Date,
): Promise<ChangedFactor | undefined> {
  return database.transaction(async (tx) => {
    const removed = await tx.query('delete from auth_passkeys where user_id = $1 and id = $2 returning id', [
      accountId,
      id,
    ]);
    if (removed.length === 0) return undefined;
    await forgetProofs(tx, accountId);
    const session = await renewSession(tx, sessionId);
    const event: SecurityEvent = { kind: 'second_factor_removed', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return { event, session };
  });
}
