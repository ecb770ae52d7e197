import { activityKeyOf, type RequestOfAccount } from '../jobs/accept/decide-limits.ts';

/** The accounts whose last order was accepted a moment ago, and can probably have another one. */
export interface RecentlyAccepted {
  has(order: RequestOfAccount): boolean;
  record(order: RequestOfAccount, wasAccepted: boolean): void;
}

const RECENT_MS = 1000;
const MOST_ACCOUNTS = 100_000;

export function createRecentlyAccepted(now: () => number = () => performance.now()): RecentlyAccepted {
  /** When the last order of each was accepted. */
  const accepted = new Map<string, number>();
  return {
    has: (order) => now() - (accepted.get(activityKeyOf(order)) ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
    record(order, wasAccepted) {
      const key = activityKeyOf(order);
      if (!wasAccepted) accepted.delete(key);
      else {
        if (accepted.size >= MOST_ACCOUNTS) accepted.clear();
        accepted.set(key, now());
      }
    },
  };
}
