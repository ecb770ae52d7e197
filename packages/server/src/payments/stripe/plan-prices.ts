import { assert } from '@kinora/contract';
import type Stripe from 'stripe';
import { type PlanInterval, type PlanName, planPriceCents } from '../plan-price.ts';

const LOOKUP_KEY = /^kinora_(pro|max)_(month|year)_\d+$/;

/**
 * The id of a plan's Stripe price, which is created at the first sale. A changed price is a new Stripe price.
 */
export async function priceIdOf(stripe: Stripe, plan: PlanName, interval: PlanInterval): Promise<string> {
  const cents = planPriceCents(plan, interval);
  assert(cents !== undefined, `${plan} is not sold by the ${interval}`);
  const lookupKey = `kinora_${plan}_${interval}_${cents}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
  if (data[0] !== undefined) return data[0].id;
  const price = await stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval },
      lookup_key: lookupKey,
      product_data: { name: plan === 'pro' ? 'Kinora Pro' : 'Kinora Max' },
    },
    { idempotencyKey: lookupKey },
  );
  return price.id;
}

/** The plan of a Stripe price; undefined for a price of something else. */
export function planOf(
  price: Stripe.Price,
): { readonly plan: PlanName; readonly interval: PlanInterval } | undefined {
  const [, plan, interval] = LOOKUP_KEY.exec(price.lookup_key ?? '') ?? [];
  return plan === undefined ? undefined : { plan: plan as PlanName, interval: interval as PlanInterval };
}
