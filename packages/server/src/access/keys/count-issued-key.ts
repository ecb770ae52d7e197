import { keysPerDayMax, type Problem, problem } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { waitInWords } from '../../kernel/time-in-words.ts';
import { type AttemptLimit, countAttempt } from '../attempt-window.ts';

/** Each key is a row that is kept, and an email to the owner. To revoke keys is never limited. */
const ISSUED: AttemptLimit = { kind: 'key_issued', limit: keysPerDayMax, windowMs: 86_400_000 };

/**
 * Counts an attempt to create or rotate a key in the list of keys. Problem: `rate_limited`. The page that replaces the account's own
 * key does not count: a thief with a stolen session must not keep the owner from it.
 */
export async function countIssuedKey(
  db: Queryable,
  accountId: string,
  at: Date,
): Promise<Problem | undefined> {
  const wait = await countAttempt(db, ISSUED, accountId, at);
  if (wait === undefined) return undefined;
  const message = `An account may create and rotate ${keysPerDayMax} keys within a day; retry in ${waitInWords(wait)}. Keys can be revoked at any time.`;
  return { ...problem('rate_limited', message), retryAfterSeconds: wait };
}
