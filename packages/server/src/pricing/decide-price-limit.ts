import { type PayWith, type Problem, problem } from '@kinora/contract';
import { formatUsd } from '../kernel/money.ts';
import type { Quote } from './quote.ts';

/** A price in what is paid with: credits, or money. */
interface Price {
  readonly priceCents: number;
  /** Null for an order that is paid in money. */
  readonly credits: number | null;
}

/** The price of an order as it is paid; `jobApi` is null for one of v1. */
export function priceOf(
  { priceCents }: Pick<Quote, 'priceCents'>,
  jobApi: { readonly credits: number; readonly payWith: PayWith } | null,
): Price {
  return { priceCents, credits: jobApi === null || jobApi.payWith === 'balance' ? null : jobApi.credits };
}

/** The problem of an order that costs more than its caller allows, in the same unit. Problem: `price_changed`. */
export function decidePriceLimit(
  { priceCents, credits }: Price,
  limit: number | undefined,
): Problem | undefined {
  if (limit === undefined || (credits ?? priceCents) <= limit) return undefined;
  const remedy = 'Nothing was charged; allow that price and send the order again, or order less.';
  if (credits !== null) {
    const price = credits === 1 ? '1 credit' : `${credits} credits`;
    return problem('price_changed', `This costs ${price}, and max_credits allows ${limit}. ${remedy}`);
  }
  const costs = `This costs ${formatUsd(priceCents)} USD, and max_price_cents allows ${formatUsd(limit)}`;
  return problem('price_changed', `${costs}. ${remedy}`, { price_cents: priceCents });
}
