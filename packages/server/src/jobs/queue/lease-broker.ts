import { type LeaseRequest, type Pool, poolOfKind } from '@kinora/contract';
import type { ClaimedJob } from './claim-job.ts';

/** Keeps the lease requests of idle workers open and claims for them when a job arrives. */
export interface LeaseBroker {
  /** A job at once, or the first that comes within `request.wait_ms`; undefined when none came or `signal` fired. */
  lease(request: LeaseRequest, signal: AbortSignal): Promise<ClaimedJob | undefined>;
  /** There may be work in `pool`. */
  wake(pool: Pool): void;
  /** Answers every waiting request with nothing, so that the server can stop. */
  close(): Promise<void>;
}

interface Waiter {
  readonly request: LeaseRequest;
  readonly finish: (job: ClaimedJob | undefined) => void;
}

/** The fallback when a notification was lost. */
const POLL_MS = 2000;

export function createLeaseBroker(
  claim: (request: LeaseRequest) => Promise<ClaimedJob | undefined>,
  release: (job: ClaimedJob) => Promise<void>,
  onError: (error: unknown) => void,
): LeaseBroker {
  const waiters = new Set<Waiter>();
  let closed = false;
  const poll = setInterval(() => {
    wake('image');
    wake('video');
  }, POLL_MS);
  poll.unref();

  /** Pools that may have work and were not tried since. */
  const woken = new Set<Pool>();
  let round: Promise<void> | undefined;

  function wake(pool: Pool): void {
    woken.add(pool);
    round ??= serve().finally(() => {
      round = undefined;
    });
  }

  /**
   * One claim at a time, longest waiter first. A claim takes from every pool of its request, so there is one
   * round for all pools; once it finds nothing, the request is exhausted and equal ones are skipped.
   */
  async function serve(): Promise<void> {
    while (woken.size > 0) {
      const pools = [...woken];
      woken.clear();
      const exhausted = new Set<string>();
      for (const waiter of waiters) {
        const criteria = JSON.stringify([waiter.request.pools, waiter.request.capabilities]);
        if (exhausted.has(criteria) || !waiter.request.pools.some((pool) => pools.includes(pool))) continue;
        if (!(await claimFor(waiter))) exhausted.add(criteria);
      }
    }
  }

  /** False when there was nothing to claim. */
  async function claimFor(waiter: Waiter): Promise<boolean> {
    try {
      const job = await claim(waiter.request);
      if (job === undefined) return false;
      if (waiters.delete(waiter)) waiter.finish(job);
      else await returnJob(job);
    } catch (error) {
      onError(error);
    }
    return true;
  }

  /** Its worker is gone; the next one should have it at once. */
  async function returnJob(job: ClaimedJob): Promise<void> {
    await release(job);
    wake(poolOfKind[job.kind]);
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
      if (job !== undefined && signal.aborted) await returnJob(job);
      if (job !== undefined || request.wait_ms === 0 || closed || signal.aborted) {
        return signal.aborted ? undefined : job;
      }
      return wait(request, signal);
    },
    wake,
    async close() {
      closed = true;
      clearInterval(poll);
      for (const waiter of [...waiters]) {
        waiters.delete(waiter);
        waiter.finish(undefined);
      }
      // A claim under way gives back what it found.
      await round;
    },
  };
}
