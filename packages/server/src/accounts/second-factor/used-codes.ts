import { type AttemptLimit, countAllowed } from '../../access/attempt-window.ts';
import type { Queryable } from '../../db/database.ts';
import { sha256 } from '../../kernel/ids.ts';

/** Longer than the 90 seconds in which the code of an authenticator app is accepted. */
const ONCE: AttemptLimit = { kind: 'code_used', limit: 1, windowMs: 180_000 };

/**
 * For a day: the library writes what is left of the backup codes as it has read them, so two calls at once accept the
 * same code, and a call with another code may write a used one back.
 */
const BACKUP_ONCE: AttemptLimit = { kind: 'backup_code_used', limit: 1, windowMs: 86_400_000 };

/**
 * Marks a right code of an authenticator app as used; false if it was used before, so that a person who watched it being
 * entered gains nothing.
 */
export function useCode(db: Queryable, accountId: string, code: string, at: Date): Promise<boolean> {
  return countAllowed(db, ONCE, subjectOf(accountId, code), at);
}

/** Marks a right backup code as used; false if it was before. */
export function useBackupCode(db: Queryable, accountId: string, code: string, at: Date): Promise<boolean> {
  return countAllowed(db, BACKUP_ONCE, subjectOf(accountId, code), at);
}

/** Whether a code of an authenticator app was used before; marks nothing. */
export async function wasUsed(db: Queryable, accountId: string, code: string, at: Date): Promise<boolean> {
  const rows = await db.query(
    'select from attempt_windows where kind = $1 and subject = $2 and latest_at > $3',
    [ONCE.kind, subjectOf(accountId, code), new Date(at.getTime() - ONCE.windowMs)],
  );
  return rows.length === 1;
}

function subjectOf(accountId: string, code: string): string {
  return sha256(JSON.stringify([accountId, code])).toString('hex');
}
