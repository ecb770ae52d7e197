import type { AcceptedJob } from '@kinora/contract';
import type { PlacedJob } from '../../admit/order.ts';

/** The answer of v1 to an order that is accepted. */
export function acceptedAnswer({ jobId, quote }: PlacedJob): AcceptedJob {
  const common = { job_id: jobId, status: 'queued', poll_url: `/api/v1/jobs/${jobId}` } as const;
  if (quote.medium === 'image') return { ...common, kind: 'image' };
  return {
    ...common,
    kind: 'video',
    mode: quote.mode,
    output_width: quote.width,
    output_height: quote.height,
    price_tier: quote.resolution,
  };
}
