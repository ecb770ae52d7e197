import type { MoneyOverview } from '@kinora/contract';
import { ApiProblem } from '../../api/call.ts';

type Offer = Pick<MoneyOverview['offers'][number], 'plan' | 'interval' | 'monthly_cents'>;

/** `12.34 USD`. */
export function usd(cents: number): string {
  return `${(cents / 100).toFixed(2)} USD`;
}

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
  const format = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(firstDay));
}

/** Seconds of video from thirds of a second: `5 s`, `6.3 s`. */
export function seconds(thirds: number): string {
  return `${Number((thirds / 3).toFixed(1))} s`;
}

/** What the service says, as a sentence without the name of a field before it. */
export function sentenceOf(error: Error): string {
  const message = error instanceof ApiProblem ? (error.issues[0]?.message ?? error.message) : error.message;
  const text = message.replace(/^[a-z_]+: /, '');
  const sentence = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
