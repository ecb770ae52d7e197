import { keysPerDayMax, type Problem, problem } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { type AttemptLimit, countAttempt } from '../attempt-window.ts';

/** Each key is a row that is kept, and an email to the owner. To revoke keys is never limited. */
const ISSUED: AttemptLimit = { kind: 'key_issued', limit: keysPerDayMax, windowMs: 86_400_000 };

/** Counts a key that a person is about to issue. Problem: `rate_limited`, beyond those that an account may issue in a day. */
export async function countIssuedKey(
  db: Queryable,
  accountId: string,
  at: Date,
): Promise<Problem | undefined> {
  const wait = await countAttempt(db, ISSUED, accountId, at);
  if (wait === undefined) return undefined;
  const message = `The account has issued ${keysPerDayMax} keys within a day, which is the most; retry in ${wait} seconds. Keys can still be revoked.`;
  return { ...problem('rate_limited', message), retryAfterSeconds: wait };
}
