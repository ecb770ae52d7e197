import { type AcceptedJobApiJob, tierPriorities } from '@kinora/contract';
import type { Order, PlacedJob } from '../../admit/order.ts';

/** The answer of the job API to an order that is accepted. */
export function acceptedAnswer(
  { type, tier }: NonNullable<Order['jobApi']>,
  { jobId, quote, price, seed }: PlacedJob,
): AcceptedJobApiJob {
  return {
    job_id: jobId,
    status: 'queued',
    type,
    worker: quote.medium,
    poll_url: `/job/${jobId}`,
    credit_cost: price.by === 'credits' ? price.credits : 0,
    ...(price.by === 'money' && { price_cents: price.cents, model: quote.model.id }),
    tier,
    priority: tierPriorities[tier],
    seed,
  };
}
