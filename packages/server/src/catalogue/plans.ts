import type { Cents } from '../kernel/money.ts';
import type { Catalogue } from './catalogue.ts';

/** What of a catalogue is about plans. */
export type Plans = Pick<Catalogue, 'plans' | 'plan'>;

export type PlanInterval = 'month' | 'year';

export interface PlanChoice {
  /** Its id. */
  readonly plan: string;
  readonly interval: PlanInterval;
}

/** A plan and what a billing period of it costs: by a catalogue, or for a subscription that holds its price. */
export interface PlanPrice extends PlanChoice {
  readonly cents: Cents;
}

export const planIntervals = ['month', 'year'] as const satisfies readonly PlanInterval[];

/** Undefined if it is not sold. */
export function planPrice(plans: Plans, { plan, interval }: PlanChoice): PlanPrice | undefined {
  const found = plans.plan(plan);
  const cents = interval === 'month' ? found?.month_cents : found?.year_cents;
  return cents == null ? undefined : { plan, interval, cents };
}

/** Every plan that is sold, by its billing period, in the order of the catalogue. */
export function soldPlans(plans: Plans): PlanPrice[] {
  return plans.plans.flatMap(({ id: plan }) =>
    planIntervals.flatMap((interval) => planPrice(plans, { plan, interval }) ?? []),
  );
}

/** Which field of a choice names nothing that is sold, and why. */
export function whyNotSold(
  plans: Plans,
  { plan, interval }: PlanChoice,
): { readonly path: 'plan' | 'interval'; readonly message: string } {
  const other = interval === 'month' ? 'year' : 'month';
  if (planPrice(plans, { plan, interval: other }) !== undefined) {
    return { path: 'interval', message: `must be ${other}: ${plan} is sold by the ${other} only` };
  }
  const sold = [...new Set(soldPlans(plans).map((one) => one.plan))].join(', ');
  const reason = plans.plan(plan) === undefined ? `there is no plan ${plan}` : `${plan} is sold no more`;
  return { path: 'plan', message: `must be one of ${sold}: ${reason}` };
}

export function isSamePlan(one: PlanChoice, other: PlanChoice): boolean {
  return one.plan === other.plan && one.interval === other.interval;
}

/**
 * A change to a cheaper billing period is a downgrade: it waits for the end of the period that is paid. Otherwise the
 * allowance of the dearer plan could be used up, and the rest of its period returned. `from` has the price that is paid,
 * which a change of the catalogue does not change before the renewal.
 */
export function isDowngrade(from: PlanPrice, to: PlanPrice): boolean {
  return to.cents < from.cents;
}

/** The name that people see; the id of a plan that was deleted since. */
export function planTitle(plans: Plans, id: string): string {
  return plans.plan(id)?.title ?? id;
}

/** Who may order a model, as people read it: by the id of a plan, or `none`. */
export function holderTitle(plans: Plans, id: string): string {
  return id === 'none' ? 'Accounts without a plan' : planTitle(plans, id);
}

/** Whether every order with this plan is paid per use, so that without pay per use it buys nothing. */
export function includesNothing(plans: Plans, id: string | null): boolean {
  const { images = 0, video_seconds: seconds = 0 } =
    (id === null ? undefined : plans.plan(id))?.included ?? {};
  return images === 0 && seconds === 0;
}
