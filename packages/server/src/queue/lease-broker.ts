import { type Pool, poolOfOperation } from '@kinora/contract';
import type { ClaimedJob, ClaimJob, ClaimRequest, NewLease } from './claim-job.ts';

/** A lease, and for how long there was no job for its request. */
export interface BrokeredLease extends NewLease {
  readonly waitedMs: number;
}

/** Keeps the lease requests of idle workers open and claims for them when a job arrives. */
export interface LeaseBroker {
  /**
   * Claims a job, or waits up to `request.wait_ms` for one; throws what a claim throws. Undefined when none came in time or `signal` fired; a job that
   * was claimed for it is then released.
   */
  lease(request: ClaimRequest, signal: AbortSignal): Promise<BrokeredLease | undefined>;
  /** `pool` may have a queued job. */
  readonly wake: (pool: Pool) => void;
  /** Ends every waiting request without a job, so that the server can stop. */
  close(): Promise<void>;
}

interface Waiter {
  readonly request: ClaimRequest;
  readonly finish: (job: NewLease | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** The claims that run at the same time take at most half of the database connections. */
const MAX_CLAIMS = 8;
/** The interval of claims without a notification, in case one was lost. */
const POLL_MS = 2000;

export function createLeaseBroker(
  claim: ClaimJob,
  release: (job: ClaimedJob) => Promise<void>,
  onError: (error: unknown) => void,
): LeaseBroker {
  const waiters = new Set<Waiter>();
  let closed = false;
  const { wake, idle } = createRounds(serve);
  const poll = setInterval(() => {
    wake('image');
    wake('video');
  }, POLL_MS);
  poll.unref();

  /** Idle workers first: those that lease ahead still render another job. */
  async function serve(pools: readonly Pool[]): Promise<void> {
    await serveAlike(pools, false);
    await serveAlike(pools, true);
  }

  /**
   * Claims for the longest waiters first. After a claim that found nothing, equal requests are skipped. The claims of a long
   * queue run at the same time: each successful group is followed by one of twice its size. After a claim that found
   * nothing they begin with one again, because claims for the last job would wait for each other's lock.
   */
  async function serveAlike(pools: readonly Pool[], isAhead: boolean): Promise<void> {
    const exhausted = new Set<string>();
    const remaining = waiters.values();
    for (let atOnce = 1; ; ) {
      const group = nextOf(remaining, atOnce, (waiter) => isWoken(waiter, pools, isAhead, exhausted));
      if (group.length === 0) return;
      const found = await Promise.all(group.map(claimFor));
      for (const [at, waiter] of group.entries()) if (found[at] === false) exhausted.add(criteriaOf(waiter));
      atOnce = found.includes(false) ? 1 : Math.min(2 * atOnce, MAX_CLAIMS);
    }
  }

  /** False when there was no job to claim. */
  async function claimFor(waiter: Waiter): Promise<boolean> {
    try {
      const job = await claim(waiter.request);
      if (job === undefined) return false;
      if (waiters.delete(waiter)) waiter.finish(job);
      else await requeue(job);
    } catch (error) {
      // A claim may be committed although its response was lost. The worker asks again and says so.
      if (waiters.delete(waiter)) waiter.fail(error);
      else onError(error);
    }
    return true;
  }

  /** Releases a job whose worker disconnected during the claim, and wakes the other waiters. */
  async function requeue(job: ClaimedJob): Promise<void> {
    await release(job);
    wake(poolOfOperation[job.operation]);
  }

  return {
    async lease(request, signal) {
      const job = await claim(request);
      if (job !== undefined && signal.aborted) await requeue(job);
      if (job !== undefined || request.wait_ms === 0 || closed || signal.aborted) {
        return signal.aborted || job === undefined ? undefined : { ...job, waitedMs: 0 };
      }
      const waiting = waitForJob(waiters, request, signal);
      // A job may have been queued between the claim and this registration.
      for (const pool of request.pools) wake(pool);
      return waiting;
    },
    wake,
    async close() {
      closed = true;
      clearInterval(poll);
      for (const waiter of [...waiters]) {
        waiters.delete(waiter);
        waiter.finish(undefined);
      }
      // A claim in progress releases the job it finds.
      await idle();
    },
  };
}

/** Equal requests find the same jobs. A token that was revoked claims nothing, but others may. */
function criteriaOf({ request }: Waiter): string {
  return JSON.stringify([request.pools, request.capabilities, request.tokenId, request.failed]);
}

function isWoken(
  waiter: Waiter,
  pools: readonly Pool[],
  isAhead: boolean,
  exhausted: ReadonlySet<string>,
): boolean {
  const { pools: requested, ahead = false } = waiter.request;
  return (
    ahead === isAhead && requested.some((pool) => pools.includes(pool)) && !exhausted.has(criteriaOf(waiter))
  );
}

/** The next waiters that match, at most `count`. Those that come meanwhile are among the `remaining` ones. */
function nextOf(
  remaining: IterableIterator<Waiter>,
  count: number,
  matches: (waiter: Waiter) => boolean,
): Waiter[] {
  const group: Waiter[] = [];
  while (group.length < count) {
    const { value: waiter, done } = remaining.next();
    if (done === true) break;
    if (matches(waiter)) group.push(waiter);
  }
  return group;
}

/**
 * Runs `serve` for the pools that were woken, one round at a time: a claim reads every pool of its request, so rounds of
 * several pools must not overlap.
 */
function createRounds(serve: (pools: readonly Pool[]) => Promise<void>) {
  /** Pools that may have a queued job and are not served yet. */
  const woken = new Set<Pool>();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (woken.size > 0) {
      const pools = [...woken];
      woken.clear();
      await serve(pools);
    }
  }

  return {
    wake(pool: Pool): void {
      woken.add(pool);
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    /** Resolves when no round is running. */
    idle: async () => running,
  };
}

/** Adds a waiter, which is removed after `request.wait_ms` or when `signal` fires. */
function waitForJob(
  waiters: Set<Waiter>,
  request: ClaimRequest,
  signal: AbortSignal,
): Promise<BrokeredLease | undefined> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const stop = () => {
      if (waiters.delete(waiter)) waiter.finish(undefined);
    };
    const timer = setTimeout(stop, request.wait_ms);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    const waiter: Waiter = {
      request,
      finish(job) {
        end();
        resolve(job && { ...job, waitedMs: performance.now() - since });
      },
      fail(error) {
        end();
        reject(error);
      },
    };
    signal.addEventListener('abort', stop);
    waiters.add(waiter);
  });
}
