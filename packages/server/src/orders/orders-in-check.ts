import { activityKeyOf, type RateState, type RequestOfAccount } from '../jobs/accept/decide-limits.ts';

/**
 * Lets only as many orders of an account be checked at once as it has calls left. Its call limit is read before the
 * checks and a rejected call is counted after them, so a burst of orders that are all rejected would pass the limit,
 * and each would cost moderation and decoding. Each server counts only its own.
 */
export interface OrdersInCheck {
  /** `rate` is the limit after this order. Returns the end of the check, or undefined if no call is left for it. */
  enter(order: RequestOfAccount, rate: RateState): (() => void) | undefined;
}

export function createOrdersInCheck(): OrdersInCheck {
  const counts = new Map<string, number>();
  return {
    enter(order, { remaining }) {
      const key = activityKeyOf(order);
      const others = counts.get(key) ?? 0;
      if (others > remaining) return undefined;
      counts.set(key, others + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
