import type { AccountPlan, MoneyOverview } from '@kinora/contract';

type Offer = Pick<MoneyOverview['offers'][number], 'interval' | 'monthly_cents'>;

/** `19 USD a month`, or `79 USD a month, billed annually`. */
export function offerPrice({ monthly_cents: cents, interval }: Offer): string {
  const amount = cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2);
  return `${amount} USD a month${interval === 'year' ? ', billed annually' : ''}`;
}

/** What a plan costs a month, of what a billing period of it costs. */
export function monthlyCents(cents: number, interval: 'month' | 'year' | null): number {
  return interval === 'year' ? Math.round(cents / 12) : cents;
}

/** Whether a plan stays and renews at another price. */
export function isRepriced({ plan, interval, next }: AccountPlan): boolean {
  return next !== null && next.plan === plan && next.interval === interval;
}

export function cardName({ brand, last4 }: NonNullable<MoneyOverview['card']>): string {
  return `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}

/** Seconds of video: `5 s`, `6.3 s`. */
export function seconds(length: number): string {
  return `${Number(length.toFixed(1))} s`;
}
