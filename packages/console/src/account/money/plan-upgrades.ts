import type { MoneyOverview, PlanRequest, PlanUpgrades } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';

/** Amounts are for a moment, and are accepted for a quarter of an hour. */
const REFRESH_MS = 5 * 60_000;

export type PlanChoice = Pick<MoneyOverview['offers'][number], 'plan' | 'interval'>;

export const upgradesKey = ['billing', 'upgrades'] as const;

/** Returns what was last computed that a change to a plan charges now; undefined while that is not known. */
export function usePlanUpgrades({ plan }: MoneyOverview) {
  const { data } = useQuery({
    queryKey: [...upgradesKey, plan?.plan, plan?.interval],
    queryFn: ({ signal }) => callConsole<PlanUpgrades>('/billing/plan/upgrades', { signal }),
    enabled: plan?.manageable ?? false,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
  return ({ plan: name, interval }: PlanChoice): PlanRequest['agreed'] => {
    const found = data?.upgrades.find((one) => one.plan === name && one.interval === interval);
    return found && { amount_cents: found.amount_cents, priced_at: data?.priced_at ?? '' };
  };
}
