import type { JobQuoteView } from '@kinora/contract';
import { counted } from '../../value/count.ts';
import { usd } from '../../value/usd.ts';

/** A quote or a job: what it costs in credits, or in cents of the balance. */
type Priced = Pick<JobQuoteView, 'credit_cost' | 'price_cents'>;

/** What several such orders cost: `Free`, `1 credit`, `12 credits`, `0.30 USD`. */
export function priceOf({ credit_cost: credits, price_cents: cents }: Priced, orders = 1): string {
  if (cents !== undefined) return usd(cents * orders);
  return credits === 0 ? 'Free' : counted(credits * orders, 'credit');
}

export const isFree = ({ credit_cost: credits, price_cents: cents = 0 }: Priced): boolean =>
  credits === 0 && cents === 0;

/** The fields of an order that keep it from costing more than was shown. */
export type PriceLimit = { readonly max_credits: number } | { readonly max_price_cents: number };

export const limitOf = ({ credit_cost: credits, price_cents: cents }: Priced): PriceLimit =>
  cents === undefined ? { max_credits: credits } : { max_price_cents: cents };
