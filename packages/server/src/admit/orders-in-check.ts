import type { CallingAccount } from '../queue/interface.ts';
import { activityKey, type RateState } from './accept/decide-limits.ts';

/**
 * Lets only as many orders of an account be checked at once as it has calls left. Its call limit is read before the
 * checks and a rejected call is counted after them, so a burst of orders that are all rejected would pass the limit,
 * and each would cost moderation and decoding. Each server counts only its own.
 */
export interface OrdersInCheck {
  /** To be called before the call limit of the order is read. */
  begin(order: CallingAccount): OrderInCheck;
}

export interface OrderInCheck {
  /**
   * Enters the check if a call is left for it; `rate` is the limit after this order. `stale` if that depends on whether the
   * limit was read before or after others were counted: it must be read again.
   */
  enter(rate: RateState): 'entered' | 'full' | 'stale';
  /** The order leaves the check and will be counted, as a job or as a rejected call. */
  leave(): void;
  /** Ends the order, which is counted now if it was in the check. */
  end(): void;
}

interface Account {
  /** Orders that have begun and not ended. */
  open: number;
  inCheck: number;
  /** Orders that have left the check and are being counted. */
  inCount: number;
  /** Orders that were counted since the first of the open orders began. */
  counted: number;
}

export function createOrdersInCheck(): OrdersInCheck {
  const accounts = new Map<string, Account>();
  return {
    begin(order) {
      const key = activityKey(order);
      const account = accounts.get(key) ?? { open: 0, inCheck: 0, inCount: 0, counted: 0 };
      accounts.set(key, account);
      account.open += 1;
      let countedBefore = account.counted;
      let state: 'open' | 'inCheck' | 'inCount' | 'ended' = 'open';
      return {
        enter({ remaining }) {
          const countedSince = account.counted - countedBefore;
          if (account.inCheck > remaining) return 'full';
          countedBefore = account.counted;
          if (account.inCheck + account.inCount + countedSince > remaining) return 'stale';
          account.inCheck += 1;
          state = 'inCheck';
          return 'entered';
        },
        leave() {
          if (state !== 'inCheck') return;
          account.inCheck -= 1;
          account.inCount += 1;
          state = 'inCount';
        },
        end() {
          if (state === 'ended') return;
          if (state === 'inCheck' || state === 'inCount') {
            account[state] -= 1;
            account.counted += 1;
          }
          state = 'ended';
          account.open -= 1;
          if (account.open === 0) accounts.delete(key);
        },
      };
    },
  };
}
