import type { PlanChange, PlanRequest } from '@kinora/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { moneyMoved } from '../../api/money-moved.ts';
import { toast } from '../../frame/toast.ts';
import { type PlanChoice, upgradesKey } from './plan-upgrades.ts';

const DONE = {
  changed: 'Your plan was changed.',
  scheduled: 'Your plan changes at the end of the paid period.',
  kept: 'Your plan continues and renews automatically.',
} as const;

/**
 * Buys a plan at the payment provider's page, or changes or keeps the plan that there is. With `agreed`, the change
 * charges what was shown, or nothing.
 */
export function useChoosePlan({ plan, interval }: PlanChoice, agreed?: PlanRequest['agreed']) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callConsole<PlanChange>('/billing/plan', { method: 'POST', body: { plan, interval, agreed } }),
    // The new amount, if the one that was shown was refused.
    onError: () => queries.invalidateQueries({ queryKey: upgradesKey }),
    onSuccess: async (change) => {
      if (change.outcome === 'checkout') {
        window.location.assign(change.checkout_url);
        return;
      }
      await moneyMoved();
      toast(DONE[change.outcome]);
    },
  });
}
