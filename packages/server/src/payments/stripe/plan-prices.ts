import type Stripe from 'stripe';
import type { PlanInterval, PlanPrice } from '../../catalogue/plans.ts';
import type { PlanOffer } from '../provider.ts';

/** The id of a plan may contain `_` itself, so the interval and the amount are read from the end. */
const LOOKUP_KEY = /^kinora_([a-z0-9][a-z0-9._-]*)_(month|year)_(\d+)$/;

/**
 * The id of the Stripe price of a plan, which is created at the first sale. Prices and products are never edited: another
 * amount is another price, with another key.
 */
export async function priceIdOf(
  stripe: Stripe,
  { plan, interval, cents, product }: PlanOffer,
): Promise<string> {
  const lookupKey = `kinora_${plan}_${interval}_${cents}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
  if (data[0] !== undefined) return data[0].id;
  const price = await stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval },
      lookup_key: lookupKey,
      product_data: { name: product },
    },
    { idempotencyKey: lookupKey },
  );
  return price.id;
}

/** The plan of a Stripe price and what a period of it costs; undefined for a price of something else. */
export function planOf(price: Stripe.Price): PlanPrice | undefined {
  const [, plan, interval, cents] = LOOKUP_KEY.exec(price.lookup_key ?? '') ?? [];
  return plan === undefined ? undefined : { plan, interval: interval as PlanInterval, cents: Number(cents) };
}
