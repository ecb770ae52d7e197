import { type Problem, problem } from '@kinora/contract';
import { formatUsd } from '../kernel/money.ts';
import type { Price } from './quote-job.ts';

/** The problem of an order that costs more than its caller allows, in the same unit. Problem: `price_changed`. */
export function decidePriceLimit(price: Price, limit: number | undefined): Problem | undefined {
  if (limit === undefined || (price.by === 'money' ? price.cents : price.credits) <= limit) return undefined;
  const remedy = 'Nothing was charged; allow that price and send the order again, or order less.';
  if (price.by === 'credits') {
    const costs = price.credits === 1 ? '1 credit' : `${price.credits} credits`;
    const message = `This costs ${costs}, and max_credits allows ${limit}. ${remedy}`;
    // The job API shows the sentence alone.
    return problem('price_changed', message, { price_credits: price.credits });
  }
  const costs = `This costs ${formatUsd(price.cents)} USD, and max_price_cents allows ${formatUsd(limit)}`;
  return problem('price_changed', `${costs}. ${remedy}`, { price_cents: price.cents });
}
