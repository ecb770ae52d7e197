import type { KinoraConnectionError, KinoraError } from './kinora-error.ts';

/** What `onRetry` gets before a request is sent again. */
export interface Retry {
  readonly error: KinoraError | KinoraConnectionError;
  readonly waitMs: number;
}

/** What went wrong with one attempt. Without a status there was no whole response. */
export interface Failure {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export interface RetryRules {
  /** Attempts after the first. */
  readonly retries: number;
  /** A longer `Retry-After` is left to the caller. */
  readonly maxWaitMs: number;
}

const FIRST_WAIT_MS = 250;
const MAX_BACKOFF_MS = 8_000;
const UNAVAILABLE = [502, 503, 504];

/**
 * Milliseconds to wait before the next attempt, or undefined to report the failure. A request that is not
 * `repeatable` is sent again only if the service says that it did nothing. Waiting does not help against a quota, a
 * cap or an empty balance. `random` is 0 to 1 and spreads callers that failed together.
 */
export function decideRetry(
  failure: Failure,
  failedAttempts: number,
  { retries, maxWaitMs }: RetryRules,
  repeatable: boolean,
  random: number,
): number | undefined {
  if (failedAttempts > retries || !isTemporary(failure, repeatable)) return undefined;
  const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (failedAttempts - 1));
  const waitMs = Math.max((failure.retryAfterSeconds ?? 0) * 1000, backoffMs * (0.5 + random / 2));
  return waitMs > maxWaitMs ? undefined : waitMs;
}

function isTemporary({ status, code }: Failure, repeatable: boolean): boolean {
  if (status === undefined) return repeatable;
  if (status === 429) return code === 'rate_limited';
  // The service sends 503 with a code and does nothing; a proxy may send it after the service has begun.
  return UNAVAILABLE.includes(status) && (repeatable || (status === 503 && code !== 'unknown'));
}
