import { type AttemptLimit, countAllowed } from '../../access/attempt-window.ts';
import type { Queryable } from '../../db/database.ts';
import { sha256 } from '../../kernel/ids.ts';

/** Longer than the 90 seconds in which the code of an authenticator app is accepted. */
const ONCE: AttemptLimit = { kind: 'code_used', limit: 1, windowMs: 180_000 };

/** Marks a right code of an authenticator app as used; false if it was before: who looks on gets nothing from it. */
export function useCode(db: Queryable, accountId: string, code: string, at: Date): Promise<boolean> {
  return countAllowed(db, ONCE, sha256(JSON.stringify([accountId, code])).toString('hex'), at);
}
