import type { CallingAccount } from '../queue/interface.ts';
import { activityKey } from './accept/decide-limits.ts';

/**
 * The accounts whose last order was accepted a moment ago, and which can probably pay for another one. Their orders need no
 * snapshot: without this, acceptance took 1.20 times the processor time at 32 connections and 1.41 at 128.
 */
export interface RecentlyAccepted {
  has(order: CallingAccount): boolean;
  record(order: CallingAccount, wasAccepted: boolean): void;
}

const RECENT_MS = 1000;
const MAX_ACCOUNTS = 100_000;

export function createRecentlyAccepted(): RecentlyAccepted {
  /** When the last order of each was accepted. */
  const accepted = new Map<string, number>();
  return {
    has: (order) =>
      performance.now() - (accepted.get(activityKey(order)) ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
    record(order, wasAccepted) {
      if (accepted.size >= MAX_ACCOUNTS) accepted.clear();
      if (wasAccepted) accepted.set(activityKey(order), performance.now());
      else accepted.delete(activityKey(order));
    },
  };
}
