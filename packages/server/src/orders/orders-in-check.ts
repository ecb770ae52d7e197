import { activityKeyOf, type RateState, type RequestOfAccount } from '../jobs/accept/decide-limits.ts';

/**
 * Lets only as many orders of an account be checked at once as it has calls left. Its call limit is read before the
 * checks and a rejected call is counted after them, so a burst of orders that are all rejected would pass the limit,
 * and each would cost moderation and decoding. Each server counts only its own.
 */
export interface OrdersInCheck {
  /** To be called before the call limit of the order is read. */
  begin(order: RequestOfAccount): OrderInCheck;
}

export interface OrderInCheck {
  /**
   * Enters the check if a call is left for it; `rate` is the limit after this order. `stale` if that depends on whether the
   * limit was read before or after others ended their checks: it must be read again.
   */
  enter(rate: RateState): 'entered' | 'full' | 'stale';
  /** Ends the order, in the check or not. */
  end(): void;
}

interface Account {
  /** Orders that have begun and not ended. */
  open: number;
  inCheck: number;
  /** Checks that have ended since the first of the open orders began. */
  ended: number;
}

export function createOrdersInCheck(): OrdersInCheck {
  const accounts = new Map<string, Account>();
  return {
    begin(order) {
      const key = activityKeyOf(order);
      const account = accounts.get(key) ?? { open: 0, inCheck: 0, ended: 0 };
      accounts.set(key, account);
      account.open += 1;
      let endedBefore = account.ended;
      let state: 'open' | 'in check' | 'ended' = 'open';
      return {
        enter({ remaining }) {
          const others = account.inCheck;
          const endedSince = account.ended - endedBefore;
          if (others > remaining) return 'full';
          endedBefore = account.ended;
          if (others + endedSince > remaining) return 'stale';
          account.inCheck += 1;
          state = 'in check';
          return 'entered';
        },
        end() {
          if (state === 'ended') return;
          if (state === 'in check') {
            account.inCheck -= 1;
            account.ended += 1;
          }
          state = 'ended';
          account.open -= 1;
          if (account.open === 0) accounts.delete(key);
        },
      };
    },
  };
}
