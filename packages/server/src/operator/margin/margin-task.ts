import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { closeMarginDays } from './margin-days.ts';

interface MarginTaskDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Adds the same task again, for the rest of a long history. */
  continueLater(): Promise<void>;
}

/** Adds up what the jobs of the days that are over earned and cost. */
export function marginTask({ database, clock, continueLater }: MarginTaskDependencies) {
  return {
    async close_margin() {
      if (await closeMarginDays(database, clock.now())) await continueLater();
    },
  };
}
