import type { Problem } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { decideCapacity, type Need, type Offer } from './decide-capacity.ts';
import { listOffers } from './worker-health.ts';

/** Says whether anybody can serve an order: the problem to answer if not. */
export type FindCapacity = (need: Need) => Promise<Problem | undefined>;

const FRESH_MS = 1000;

interface Reading {
  readonly at: number;
  readonly offers: Promise<Offer[]>;
}

/**
 * The workers are read at most once a second, however many requests ask. A refusal never rests on an old reading:
 * a worker may have come since.
 */
export function createFindCapacity(database: Database, clock: Clock): FindCapacity {
  let latest: Reading | undefined;

  function read(): Reading {
    const reading = { at: clock.now().getTime(), offers: listOffers(database) };
    latest = reading;
    reading.offers.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return reading;
  }

  /** A clock that was set back makes a reading look as if it came from the future. */
  const isFresh = ({ at }: Reading): boolean => Math.abs(clock.now().getTime() - at) < FRESH_MS;

  return async (need) => {
    const known = latest;
    if (known !== undefined && isFresh(known) && decideCapacity(need, await known.offers) === undefined) {
      return undefined;
    }
    // Who came before us may have begun a new one, which serves us too.
    const reading = latest === undefined || latest === known ? read() : latest;
    return decideCapacity(need, await reading.offers);
  };
}
