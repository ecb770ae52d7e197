import { setTimeout } from 'node:timers/promises';
import { type Api, ApiFault, isForNow } from './call-api.ts';

/** Whether the server can render at all, from the errors of jobs. */
export interface Availability {
  /** Takes the error of an attempt into account. */
  note(error: unknown): void;
  /** Settles once the server responds and accepts the key. */
  untilReady(signal: AbortSignal): Promise<void>;
}

/** A server whose Retry-After is longer is asked again after this time. */
const MAX_WAIT_MS = 10 * 60_000;
const UNAUTHORIZED = 401;

/** Whether the server does not render now, whatever it is asked for. */
function isUnavailable(error: unknown): error is Error {
  return isForNow(error) || (error instanceof ApiFault && error.status === UNAUTHORIZED);
}

/**
 * Every attempt at an unavailable server fails within moments, so a worker that kept leasing would use up the attempts of
 * every queued job.
 */
export function trackAvailability(api: Api, warn: (message: string) => void): Availability {
  let waitMs: number | undefined;

  async function isBack(signal: AbortSignal): Promise<boolean> {
    try {
      await api.call('/models', { method: 'GET', signal, timeoutMs: api.timeouts.call });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      // A server without the list responds with an error too.
      return error instanceof ApiFault && !isUnavailable(error);
    }
  }

  return {
    note(error) {
      if (!isUnavailable(error)) return;
      if (waitMs === undefined) warn(`no job is taken until the server is available again. ${error.message}`);
      const retryAfterMs = error instanceof ApiFault ? error.retryAfterMs : undefined;
      waitMs = Math.min(MAX_WAIT_MS, Math.max(retryAfterMs ?? 0, waitMs ?? 0));
    },
    async untilReady(signal) {
      while (waitMs !== undefined) {
        await setTimeout(waitMs, undefined, { signal });
        waitMs = (await isBack(signal)) ? undefined : api.timeouts.recheck;
      }
    },
  };
}
