import { decideRetry, type Retry, type RetryRules } from './decide-retry.ts';
import { KinoraConnectionError, KinoraError } from './kinora-error.ts';
import { pause } from './pause.ts';

export interface Retrying {
  readonly rules: RetryRules;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

interface Work {
  /** Whether what failed may be done again although the service may have done it. Asked after each failure. */
  readonly isRepeatable: () => boolean;
  readonly signal: AbortSignal | undefined;
}

/** Does `work`, again where that is safe and useful. Rejects with its last error, or with the reason of the signal. */
export async function withRetries<Value>(
  { rules, onRetry }: Retrying,
  { isRepeatable, signal }: Work,
  work: () => Promise<Value>,
): Promise<Value> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await work();
    } catch (error) {
      // After an abort the runtimes throw errors of their own.
      signal?.throwIfAborted();
      if (!(error instanceof KinoraError || error instanceof KinoraConnectionError)) throw error;
      const failure = error instanceof KinoraError ? error : {};
      const waitMs = decideRetry(failure, failed, rules, isRepeatable(), Math.random());
      if (waitMs === undefined) throw error;
      onRetry?.({ error, waitMs });
      await pause(waitMs, signal);
    }
  }
}
