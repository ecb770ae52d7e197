import type { MoneyOverview, PlanChange } from '@kinora/contract';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { moneyQuery } from './money-query.ts';

export type PlanChoice = Pick<MoneyOverview['offers'][number], 'plan' | 'interval'>;

const DONE = {
  changed: 'Your plan was changed.',
  scheduled: 'Your plan changes at the end of the paid period.',
  kept: 'Your plan continues and renews automatically.',
} as const;

/** Buys a plan at the payment provider's page, or changes or keeps the plan that there is. */
export function useChoosePlan({ plan, interval }: PlanChoice) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callConsole<PlanChange>('/billing/plan', { method: 'POST', body: { plan, interval } }),
    onSuccess: async (change) => {
      if (change.outcome === 'checkout') {
        window.location.assign(change.checkout_url);
        return;
      }
      await queries.invalidateQueries({ queryKey: moneyQuery.queryKey });
      notifications.show({ message: DONE[change.outcome] });
    },
  });
}
