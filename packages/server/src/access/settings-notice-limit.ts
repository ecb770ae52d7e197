import type { Queryable } from '../db/database.ts';
import { type AttemptLimit, countAllowed } from './attempt-window.ts';

const OFTEN: AttemptLimit = { kind: 'settings_notice', limit: 10, windowMs: 86_400_000 };

/**
 * Counts an email about changed settings; whether the next one may follow soon. After ten in a day each waits for long, so
 * that a leaked key does not fill its owner's mailbox; what it then reports is not dropped.
 */
export function mayNotifySoon(db: Queryable, accountId: string, at: Date): Promise<boolean> {
  return countAllowed(db, OFTEN, accountId, at);
}
