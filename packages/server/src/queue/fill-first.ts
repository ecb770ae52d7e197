import type { LeaseRequest, RenderOperation } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { keepFresh } from '../kernel/keep-fresh.ts';
import { type LiveWorker, listLiveWorkers } from '../workers/worker-health.ts';
import { capabilitiesToClaim } from './waiting-lines.ts';

/** What a worker is filled with, and what that costs. */
type Ranked = Pick<LiveWorker, 'capabilities' | 'preference' | 'zeroRetention'>;

interface Work {
  readonly operation: RenderOperation;
  readonly model: string;
  /** The longer side in pixels. */
  readonly side: number;
}

/** The jobs that a worker leaves to others for a while: all, or those that are stored, because none of the others supports zero retention. */
export type Left = 'all' | 'stored';

/**
 * What a worker leaves of this work to those of the live ones that are filled before it: with a lower preference, or with the same one and
 * a lower cost. Workers whose cost is not known are as good as any.
 */
export function leftToOthers(worker: Ranked, live: readonly Ranked[], work: Work): Left | undefined {
  const cost = costOf(worker, work) ?? UNKNOWN;
  const isKnown = !Number.isNaN(cost);
  const before = live.filter((other) => {
    if (other.preference < worker.preference) return costOf(other, work) !== undefined;
    // Most workers state no cost, and a claim must not compare each with all others.
    return isKnown && other.preference === worker.preference && cost > (costOf(other, work) ?? UNKNOWN);
  });
  if (before.length === 0) return undefined;
  return before.some(({ zeroRetention }) => zeroRetention) ? 'all' : 'stored';
}

/** Neither below nor above any other. */
const UNKNOWN = Number.NaN;

/** US cents of an image or of a second; undefined if the worker cannot render this. */
function costOf({ capabilities }: Ranked, { operation, model, side }: Work): number | undefined {
  const able = capabilities.find(
    (can) => can.operation === operation && can.model === model && can.longest_side >= side,
  );
  return able && (able.cost_cents ?? UNKNOWN);
}

/** Which of the jobs that were accepted later than `before` are left to others, by the value of `waits_for`. */
export interface Yields {
  readonly before: Date;
  readonly lines: ReadonlyMap<string, Left>;
}

export type YieldsOf = (request: LeaseRequest) => Promise<Yields>;

const FRESH_MS = 1000;

/**
 * What a worker leaves for `fallbackSeconds` after a job's acceptance to those that are filled before it. The workers are read at most
 * once a second, however many leases there are.
 */
export function createYieldsOf(database: Database, clock: Clock, fallbackSeconds: number): YieldsOf {
  const workers = keepFresh(
    () => listLiveWorkers(database),
    FRESH_MS,
    () => clock.now().getTime(),
  );
  return async (request) => {
    const live = await workers();
    const { preference = 0, capabilities } = request;
    const worker = {
      preference,
      capabilities: capabilities.operations,
      zeroRetention: capabilities.zero_retention,
    };
    const lines = new Map<string, Left>();
    for (const { capability, ...work } of capabilitiesToClaim(request)) {
      const left = leftToOthers(worker, live, work);
      if (left !== undefined) lines.set(capability, left);
    }
    // To the second, so that equal requests are served by one statement.
    const seconds = Math.floor(clock.now().getTime() / 1000) - fallbackSeconds;
    return { before: new Date(1000 * seconds), lines };
  };
}
