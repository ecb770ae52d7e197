import { invalidField, ok, type Problem, type Result, refused } from '@kinora/contract';
import { forgetDevices, rememberDevice } from '../access/known-devices.ts';
import type { Database } from '../db/database.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import type { Auth } from './auth.ts';
import { isCommonPassword, TOO_COMMON } from './common-passwords.ts';
import { isGuessablePassword, TOO_GUESSABLE } from './context-words.ts';
import { confirmSession, type RenewedSession } from './sessions.ts';
import { voidPending } from './void-pending.ts';

interface PasswordChange {
  readonly accountId: string;
  readonly email: string;
  /** The session that changes it, which alone stays. */
  readonly sessionId: string;
  readonly device: string;
  readonly network: string;
  readonly newPassword: string;
}

/**
 * Sets a new password; the caller has checked the current one. Problem: `invalid_request` for one that is guessed first. Other sessions end, what waits for a proof is void, and other browsers are strangers again, for who knew the old password may have used them.
 */
export async function changePassword(
  { auth, database }: { readonly auth: () => Promise<Auth>; readonly database: Database },
  { accountId, email, sessionId, device, network, newPassword }: PasswordChange,
  at: Date,
): Promise<Result<{ readonly event: SecurityEvent; readonly session: RenewedSession }, Problem>> {
  if (await isCommonPassword(newPassword)) return refused(invalidField('new_password', TOO_COMMON));
  const { password, baseURL: url } = await (await auth()).$context;
  if (isGuessablePassword(newPassword, { email, url }))
    return refused(invalidField('new_password', TOO_GUESSABLE));
  const hash = await password.hash(newPassword);
  return database.transaction(async (tx) => {
    await tx.query(
      `update auth_credentials set password = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential'`,
      [accountId, hash, at],
    );
    await tx.query('delete from auth_sessions where user_id = $1 and id <> $2', [accountId, sessionId]);
    await voidPending(tx, accountId);
    const session = await confirmSession(tx, sessionId, { secondFactor: false });
    await forgetDevices(tx, accountId);
    await rememberDevice(tx, { accountId, device }, at);
    const event: SecurityEvent = { kind: 'password_changed', accountId, network };
    await insertSecurityEvent(tx, event, at);
    return ok({ event, session });
  });
}
