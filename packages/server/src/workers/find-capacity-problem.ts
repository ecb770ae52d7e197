import type { Problem } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { keepFresh } from '../kernel/keep-fresh.ts';
import { decideCapacity, type JobRequirements } from './decide-capacity.ts';
import { listCapabilities } from './worker-health.ts';

/** The capacity problem of a job with these requirements; undefined while a live worker meets them. */
export type FindCapacityProblem = (required: JobRequirements) => Promise<Problem | undefined>;

const FRESH_MS = 1000;

/**
 * Finds the capacity problem of an order before its price is held: a job that no worker can render would block the money.
 * The workers are read at most once a second, however many requests there are. A problem is never based on an old
 * reading, because a worker may have started since.
 */
export function createFindCapacityProblem(database: Database, clock: Clock): FindCapacityProblem {
  const capabilities = keepFresh(
    () => listCapabilities(database),
    FRESH_MS,
    () => clock.now().getTime(),
  );
  return async (required) => {
    const known = capabilities();
    const problem = decideCapacity(required, await known);
    return problem && decideCapacity(required, await capabilities.after(known));
  };
}
