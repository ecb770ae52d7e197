import { setTimeout } from 'node:timers/promises';
import type { Trouble } from '@kinora/contract';
import { RendererUnavailable } from '@kinora/engine/engine';
import { type Api, ApiFault, troubleOf } from './call-api.ts';

/** Whether the server can render at all, from what became of jobs. */
export interface Availability {
  /** Takes the error of an attempt into account. */
  note(error: unknown): void;
  /** An attempt was rendered. */
  rendered(): void;
  /** Settles once the server responds and accepts the key, and a job may be tried for an account that had no credit. */
  untilReady(signal: AbortSignal, waits?: (trouble: Trouble) => void): Promise<void>;
}

/** A server whose Retry-After is longer is asked again after this time. */
const MAX_WAIT_MS = 10 * 60_000;
/** A result that comes meanwhile ends a wait. */
const LOOK_MS = 1_000;

/**
 * Every attempt at an unavailable server fails within moments, so a worker that kept leasing would use up the attempts of
 * every queued job.
 */
export function trackAvailability(api: Api, warn: (message: string) => void): Availability {
  let trouble: Trouble | undefined;
  let waitMs = 0;
  let until = 0;

  function note(error: unknown): void {
    const kind = troubleOf(error);
    if (kind === undefined) return;
    const sentence = (error as Error).message;
    if (trouble === undefined) warn(`no job is taken until the server is available again. ${sentence}`);
    trouble = { kind, sentence };
    // Jobs of several slots fail together, which is one trouble.
    if (waitMs > 0 && performance.now() < until) return;
    const cause = error instanceof RendererUnavailable ? error.cause : error;
    const retryAfterMs = cause instanceof ApiFault ? (cause.retryAfterMs ?? 0) : 0;
    const first = kind === 'no_credit' ? api.timeouts.credit : api.timeouts.recheck;
    waitMs = Math.min(MAX_WAIT_MS, Math.max(retryAfterMs, first, 2 * waitMs));
    until = performance.now() + waitMs;
  }

  /** Whether the server responds. Of the credit of an account only a job says whether it is enough, and of a server without a list, everything. */
  async function isBack(signal: AbortSignal): Promise<boolean> {
    const { models } = api.profile;
    if (trouble?.kind === 'no_credit' || models === undefined) return true;
    try {
      await api.call(models, { method: 'GET', signal, timeoutMs: api.timeouts.call });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      const kind = troubleOf(error);
      if (kind !== undefined) trouble = { kind, sentence: (error as Error).message };
      // A server without the list responds with an error too.
      return error instanceof ApiFault && kind === undefined;
    }
  }

  return {
    note,
    rendered() {
      trouble = undefined;
      waitMs = 0;
      until = 0;
    },
    async untilReady(signal, waits) {
      while (trouble !== undefined) {
        while (performance.now() < until) {
          waits?.(trouble);
          await setTimeout(Math.min(LOOK_MS, until - performance.now()), undefined, { signal });
        }
        if (await isBack(signal)) return;
        until = performance.now() + api.timeouts.recheck;
      }
    },
  };
}
