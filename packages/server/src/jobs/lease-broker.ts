import type { LeaseRequest, Pool } from '@kinora/contract';
import type { ClaimedJob } from './queue.ts';

/** Holds the lease requests of idle workers open and claims for them when a job arrives. */
export interface LeaseBroker {
  /** A job at once, or the first that comes within `request.wait_ms`; undefined when none came or `signal` fired. */
  lease(request: LeaseRequest, signal: AbortSignal): Promise<ClaimedJob | undefined>;
  /** There may be work in `pool`. */
  wake(pool: Pool): void;
  /** Answers every waiting request with nothing, so that the server can stop. */
  close(): void;
}

interface Waiter {
  readonly request: LeaseRequest;
  readonly finish: (job: ClaimedJob | undefined) => void;
}

/** The fallback when a notification was lost. */
const POLL_MS = 2000;

export function createLeaseBroker(
  claim: (request: LeaseRequest) => Promise<ClaimedJob | undefined>,
  giveBack: (job: ClaimedJob) => Promise<void>,
  onError: (error: unknown) => void,
): LeaseBroker {
  const waiters = new Set<Waiter>();
  let closed = false;
  const poll = setInterval(() => {
    wake('image');
    wake('video');
  }, POLL_MS);
  poll.unref();

  /** One pool is served one claim at a time, longest waiter first; a wake during that asks for another round. */
  const rounds = new Map<Pool, { again: boolean }>();

  function wake(pool: Pool): void {
    const round = rounds.get(pool);
    if (round !== undefined) {
      round.again = true;
      return;
    }
    const started = { again: false };
    rounds.set(pool, started);
    void serve(pool, started);
  }

  async function serve(pool: Pool, round: { again: boolean }): Promise<void> {
    do {
      round.again = false;
      for (const waiter of waiters) {
        if (!waiter.request.pools.includes(pool)) continue;
        await claimFor(waiter);
      }
    } while (round.again);
    rounds.delete(pool);
  }

  async function claimFor(waiter: Waiter): Promise<void> {
    try {
      const job = await claim(waiter.request);
      if (job === undefined) return;
      if (waiters.delete(waiter)) waiter.finish(job);
      else await giveBack(job);
    } catch (error) {
      onError(error);
    }
  }

  function wait(request: LeaseRequest, signal: AbortSignal): Promise<ClaimedJob | undefined> {
    return new Promise((resolve) => {
      const stop = () => {
        if (waiters.delete(waiter)) waiter.finish(undefined);
      };
      const timer = setTimeout(stop, request.wait_ms);
      const waiter: Waiter = {
        request,
        finish(job) {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          resolve(job);
        },
      };
      signal.addEventListener('abort', stop);
      waiters.add(waiter);
      // A job may have come between the first claim and this registration.
      for (const pool of request.pools) wake(pool);
    });
  }

  return {
    async lease(request, signal) {
      const job = await claim(request);
      if (job !== undefined && signal.aborted) await giveBack(job);
      if (job !== undefined || request.wait_ms === 0 || closed || signal.aborted) {
        return signal.aborted ? undefined : job;
      }
      return wait(request, signal);
    },
    wake,
    close() {
      closed = true;
      clearInterval(poll);
      for (const waiter of [...waiters]) {
        waiters.delete(waiter);
        waiter.finish(undefined);
      }
    },
  };
}
