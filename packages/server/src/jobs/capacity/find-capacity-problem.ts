import type { Problem } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
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
 * The workers are read at most once a second, however many requests there are. A problem is never returned on an
 * old reading: a worker may have come since.
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

  /** A clock that was set back makes a reading look as if it came from the future. */
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
    // A request before this one may have begun a new reading, which is fresh enough for both.
    const reading = latest === undefined || latest === known ? read() : latest;
    return decideCapacity(required, await reading.capabilities);
  };
}
