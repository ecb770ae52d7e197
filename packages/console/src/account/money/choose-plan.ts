import type { PlanChange, PlanRequest } from '@kinora/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { callConsole } from '../../api/call.ts';
import { moneyMoved } from '../../api/money-moved.ts';
import { toast } from '../../frame/toast.tsx';
import { type PlanChoice, upgradesKey } from './plan-upgrades.ts';
import { keepNext, nextIn } from './return-after.ts';

const DONE = {
  changed: 'Your plan was changed.',
  scheduled: 'Your plan changes at the end of the paid period.',
  kept: 'Your plan continues and renews automatically.',
} as const;

/**
 * Buys a plan at the payment provider's page, or changes or keeps the plan that there is. With `agreed`, the change
 * charges what was shown, or nothing. A payment leads to `next`.
 */
export function useChoosePlan(
  { plan, interval }: PlanChoice,
  agreed?: PlanRequest['agreed'],
  next = nextIn(window.location.search),
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callConsole<PlanChange>('/billing/plan', { method: 'POST', body: { plan, interval, agreed } }),
    // The new amount, if the one that was shown was refused.
    onError: () => queries.invalidateQueries({ queryKey: upgradesKey }),
    onSuccess: async (change) => {
      if (change.outcome === 'checkout') {
        keepNext(next);
        window.location.assign(change.checkout_url);
        return;
      }
      await moneyMoved();
      toast(DONE[change.outcome]);
      // What waits for the end of the paid period is not there yet.
      if (change.outcome === 'changed' && next !== undefined) navigate(next);
    },
  });
}
