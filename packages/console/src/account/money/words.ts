import type { MoneyOverview } from '@kinora/contract';
import { dateFormat } from '../../value/date-format.ts';

type Offer = Pick<MoneyOverview['offers'][number], 'plan' | 'interval' | 'monthly_cents'>;

export function planName(plan: 'pro' | 'max'): string {
  return plan === 'pro' ? 'Pro' : 'Max';
}

/** `19 USD a month`, or `79 USD a month, billed annually`. */
export function offerPrice({ monthly_cents: cents, interval }: Offer): string {
  return `${cents / 100} USD a month${interval === 'year' ? ', billed annually' : ''}`;
}

export function cardName({ brand, last4 }: NonNullable<MoneyOverview['card']>): string {
  return `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}

/** `January 2026`, of a first day. */
export function monthName(firstDay: string): string {
  const format = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(firstDay));
}

/** Seconds of video: `5 s`, `6.3 s`. */
export function seconds(length: number): string {
  return `${Number(length.toFixed(1))} s`;
}
