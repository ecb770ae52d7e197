import { activityKeyOf, type RequestOfAccount } from '../jobs/accept/decide-limits.ts';

/** The accounts whose last order was refused a moment ago, and whose next one probably is too. */
export interface RecentlyRefused {
  has(order: RequestOfAccount): boolean;
  record(order: RequestOfAccount, wasRefused: boolean): void;
}

const RECENT_MS = 10_000;
const MOST_ACCOUNTS = 100_000;

export function createRecentlyRefused(now: () => number = () => performance.now()): RecentlyRefused {
  /** When the last order of each was refused. */
  const refused = new Map<string, number>();
  return {
    has: (order) => now() - (refused.get(activityKeyOf(order)) ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
    record(order, wasRefused) {
      const key = activityKeyOf(order);
      if (!wasRefused) refused.delete(key);
      else {
        if (refused.size >= MOST_ACCOUNTS) refused.clear();
        refused.set(key, now());
      }
    },
  };
}
