import type { MoneyOverview } from '@kinora/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { moneyMoved } from '../../api/money-moved.ts';
import { toast } from '../../frame/toast.tsx';
import { keepNext, nextIn } from './return-after.ts';

const POLL_MS = 1500;

/** The account's money; read again and again while an invoice is being charged, until its outcome is known. */
export const moneyQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => callConsole<MoneyOverview>('/billing', { signal }),
  refetchInterval: ({ state }) => (isCharging(state.data) ? POLL_MS : false),
});

function isCharging(money: MoneyOverview | undefined): boolean {
  return money?.attention.some((one) => one.kind === 'arrears' && one.charging) ?? false;
}

/** A change of the account's money, whose response is its new state. `done` is said when it is made. */
export function useMoneyChange<Variables = void>(
  change: (variables: Variables) => Promise<MoneyOverview>,
  done?: string,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (money) => {
      queries.setQueryData(moneyQuery.queryKey, money);
      void moneyMoved();
      if (done !== undefined) toast(done);
    },
  });
}

/** Opens a page of the payment provider, from which the payment leads to `next`. */
export function useCheckout<Variables = void>(
  start: (variables: Variables) => Promise<{ readonly checkout_url: string }>,
  next = nextIn(window.location.search),
) {
  return useMutation({
    mutationFn: start,
    onSuccess: ({ checkout_url: url }) => {
      keepNext(next);
      window.location.assign(url);
    },
  });
}
