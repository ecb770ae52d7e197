import { plans } from '@kinora/contract';
import type { Cents } from '../kernel/money.ts';

export type PlanName = 'pro' | 'max';
export type PlanInterval = 'month' | 'year';

export interface PlanChoice {
  readonly plan: PlanName;
  readonly interval: PlanInterval;
}

const MONTHS_PER_YEAR = 12;

/** The price of one billing period in cents; undefined when it is not sold: Pro is sold by the month only. */
export function planPriceCents(name: PlanName, interval: PlanInterval): Cents | undefined {
  const plan = plans.find((candidate) => candidate.plan === name);
  if (plan === undefined) return undefined;
  if (interval === 'month') return plan.usd_per_month * 100;
  return 'usd_per_month_billed_annually' in plan
    ? plan.usd_per_month_billed_annually * MONTHS_PER_YEAR * 100
    : undefined;
}

/**
 * A change to a cheaper billing period is a downgrade: it waits for the end of the period that is paid. Otherwise the
 * allowance of the dearer plan could be used up, and the rest of its period returned.
 */
export function isDowngrade(from: PlanChoice, to: PlanChoice): boolean {
  return periodPrice(to) < periodPrice(from);
}

/** The price of one billing period in cents; 0 for a period that is not sold. */
export function periodPrice({ plan, interval }: PlanChoice): Cents {
  return planPriceCents(plan, interval) ?? 0;
}
