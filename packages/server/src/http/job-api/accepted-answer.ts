import type { AcceptedJobApiJob } from '@kinora/contract';
import type { Order, PlacedJob } from '../../orders/order.ts';
import { tierRules } from '../../pricing/tiers.ts';

/** The answer of the job API to an order that is accepted. */
export function acceptedAnswer(
  { type, tier, payWith }: NonNullable<Order['jobApi']>,
  { jobId, quote, credits, seed }: PlacedJob,
): AcceptedJobApiJob {
  return {
    job_id: jobId,
    status: 'queued',
    type,
    worker: quote.kind,
    poll_url: `/job/${jobId}`,
    credit_cost: credits,
    ...(payWith === 'balance' && { price_cents: quote.priceCents }),
    tier,
    priority: tierRules[tier].priority,
    seed,
  };
}
