const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after failed attempts: 11 attempts in just under three days. */
const PAUSES_MS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
] as const;

/** What an attempt came to: the receiver's status, or the reason why there was none. */
export type AttemptResult = { readonly status: number } | { readonly status: null; readonly error: string };

export type AttemptOutcome =
  | { readonly outcome: 'delivered' }
  /** The receiver wants nothing any more at this address. */
  | { readonly outcome: 'gone'; readonly error: string }
  | { readonly outcome: 'failed'; readonly error: string }
  | { readonly outcome: 'retry'; readonly error: string; readonly afterMs: number };

/**
 * What follows from an attempt; `attempts` counts it too. `random`, from 0 to 1, shortens the pause by up to a tenth, so
 * that a receiver that comes back is not called by everything at once.
 */
export function decideAttempt(attempts: number, result: AttemptResult, random: number): AttemptOutcome {
  const { status } = result;
  if (status !== null && status >= 200 && status < 300) return { outcome: 'delivered' };
  const error = result.status === null ? result.error : describeStatus(result.status);
  if (status === 410) return { outcome: 'gone', error };
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return { outcome: 'failed', error };
  return { outcome: 'retry', error, afterMs: Math.round(pause * (1 - random / 10)) };
}

function describeStatus(status: number): string {
  if (status === 410) return 'the receiver returned 410: nothing more is sent to this address';
  if (status >= 300 && status < 400) return `the receiver returned ${status}; redirects are not followed`;
  return `the receiver returned ${status}`;
}
