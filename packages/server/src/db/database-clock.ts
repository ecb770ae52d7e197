import { type Clock, systemClock } from '../kernel/clock.ts';
import { repeat } from '../kernel/repeat.ts';
import type { Queryable } from './database.ts';

/** The time of the database, which all servers share. Until it follows one, that of this machine. */
export interface DatabaseClock extends Clock {
  /** Reads the time of the database now and every half minute. */
  follow(database: Queryable, onError: (error: unknown) => void): Promise<{ stop(): Promise<void> }>;
}

const READ_EVERY_MS = 30_000;

/**
 * The clocks of two servers differ, so times that both write would be out of order. A time from the statement that writes it
 * would cost each decision a round trip before it, and a test could not set it. So each server knows how far the database's
 * time is from a timer that is never set, and corrects that by what a reading proves: the database's time lies between the
 * times before and after the reading. What one server writes after the response to what another wrote has a later time.
 */
export function createDatabaseClock(timer: () => number = () => performance.now()): DatabaseClock {
  let aheadMs: number | undefined;

  async function read(database: Queryable): Promise<void> {
    const before = timer();
    const [row] = await database.query<{ at: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
    );
    const after = timer();
    if (row === undefined) return;
    const [min, max] = [row.at - after, row.at - before];
    aheadMs = Math.min(Math.max(aheadMs ?? (min + max) / 2, min), max);
  }

  return {
    now: () => (aheadMs === undefined ? systemClock.now() : new Date(timer() + aheadMs)),
    async follow(database, onError) {
      await read(database);
      return repeat(READ_EVERY_MS, onError, () => read(database));
    },
  };
}
