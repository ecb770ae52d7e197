import type { Problem } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { decideCapacity, type JobRequirements, type WorkerCapability } from './decide-capacity.ts';
import { listCapabilities } from './worker-health.ts';

/** The capacity problem of a job with these requirements; undefined while a live worker meets them. */
export type FindCapacityProblem = (required: JobRequirements) => Promise<Problem | undefined>;

const FRESH_MS = 1000;

interface Reading {
  readonly at: number;
  readonly capabilities: Promise<WorkerCapability[]>;
}

/**
 * Finds the capacity problem of an order before its price is held: a job that no worker can render would block the money.
 * The workers are read at most once a second, however many requests there are. A problem is never based on an old
 * reading, because a worker may have started since.
 */
export function createFindCapacityProblem(database: Database, clock: Clock): FindCapacityProblem {
  let latest: Reading | undefined;

  function read(): Reading {
    const reading = { at: clock.now().getTime(), capabilities: listCapabilities(database) };
    latest = reading;
    reading.capabilities.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return reading;
  }

  /** After the clock was set back, a reading may have a time in the future. */
  const isFresh = ({ at }: Reading): boolean => Math.abs(clock.now().getTime() - at) < FRESH_MS;

  return async (required) => {
    const known = latest;
    if (
      known !== undefined &&
      isFresh(known) &&
      decideCapacity(required, await known.capabilities) === undefined
    ) {
      return undefined;
    }
    // An earlier request may have started a new reading, which is fresh enough for both.
    const reading = latest === undefined || latest === known ? read() : latest;
    return decideCapacity(required, await reading.capabilities);
  };
}
