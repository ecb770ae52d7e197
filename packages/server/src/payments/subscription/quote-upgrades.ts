import type { Catalogue } from '../../catalogue/catalogue.ts';
import {
  isDowngrade,
  isSamePlan,
  type PlanChoice,
  type PlanPrice,
  soldPlans,
} from '../../catalogue/plans.ts';
import type { Cents } from '../../kernel/money.ts';
import { type AgreedCharge, offerOf, ProviderUnavailable } from '../provider.ts';
import type { SubscriptionDependencies } from './change-plan.ts';
import { currentSubscription } from './current-subscription.ts';

/** How long an amount that was shown can be agreed to. */
const AGREED_FOR_MS = 15 * 60_000;

export interface QuotedUpgrade extends PlanChoice {
  readonly cents: Cents;
}

export interface QuotedUpgrades {
  /** A whole second, the smallest unit in which Stripe prorates. */
  readonly at: Date;
  readonly upgrades: readonly QuotedUpgrade[];
}

/**
 * What each upgrade of the account's subscription charges now; none without a subscription, and none while the provider
 * is unavailable.
 */
export async function quoteUpgrades(
  { database, provider, catalogue }: Omit<SubscriptionDependencies, 'apply'>,
  accountId: string,
  now: Date,
): Promise<QuotedUpgrades> {
  const sold = catalogue.now();
  const at = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const current = await currentSubscription(database, provider.name, accountId);
  if (current === undefined) return { at, upgrades: [] };
  const { providerId: subscriptionId } = current;
  const quote = async (to: PlanPrice): Promise<QuotedUpgrade[]> => {
    const cents = await provider.quoteUpgrade({ subscriptionId, at, ...offerOf(sold, to) });
    return cents === undefined ? [] : [{ ...to, cents }];
  };
  try {
    return { at, upgrades: (await Promise.all(upgradesOf(sold, current).map(quote))).flat() };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { at, upgrades: [] };
    throw error;
  }
}

function upgradesOf(sold: Catalogue, current: PlanPrice): PlanPrice[] {
  return soldPlans(sold).filter((to) => !isSamePlan(current, to) && !isDowngrade(current, to));
}

/** Whether an amount was shown so lately that it can still be charged. The clocks of servers may differ a little. */
export function isStillAgreed({ at }: AgreedCharge, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) <= AGREED_FOR_MS;
}
