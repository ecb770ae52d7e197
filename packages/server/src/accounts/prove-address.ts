import { withdrawApprovals } from '../access/claim/open-claim.ts';
import { forgetDevices, isDeviceOf, rememberDevice } from '../access/known-devices.ts';
import { revokeKeys } from '../access/rotate-key.ts';
import type { Database } from '../db/database.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import { openAccount } from './create-account.ts';
import { endSessionsOf } from './sessions.ts';
import { voidPending } from './void-pending.ts';

interface Proof {
  readonly accountId: string;
  readonly email: string;
  /** Whether the address had been confirmed before. */
  readonly wasConfirmed: boolean;
  /** The browser that set the password. */
  readonly device: string | undefined;
  readonly network: string;
}

/**
 * Applies that the owner of an address has set a password through a link in its mailbox: every session ends, what waits for
 * a proof is void, and other browsers are strangers again. If the address was unconfirmed until now, and the account does not know
 * the owner's browser, somebody else may have made it, so its keys and its approvals end too. Returns the event for the
 * log.
 */
export async function proveAddress(
  database: Database,
  { accountId, email, wasConfirmed, device, network }: Proof,
  at: Date,
): Promise<SecurityEvent> {
  return database.transaction(async (tx) => {
    const isOwnBrowser = device !== undefined && (await isDeviceOf(tx, { accountId, device }));
    const isTakenBack = !wasConfirmed && !isOwnBrowser;
    if (isTakenBack) {
      await openAccount(tx, { id: accountId, email, operator: false }, at);
      await revokeKeys(tx, accountId, at);
      await withdrawApprovals(tx, accountId, at);
    }
    if (!wasConfirmed) {
      await tx.query('update auth_users set email_verified = true, updated_at = $2 where id = $1', [
        accountId,
        at,
      ]);
    }
    await endSessionsOf(tx, accountId);
    await voidPending(tx, accountId);
    await forgetDevices(tx, accountId);
    if (device !== undefined) await rememberDevice(tx, { accountId, device }, at);
    const details = { is_taken_back: isTakenBack };
    const event: SecurityEvent = { kind: 'password_set', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return event;
  });
}
