import type { AcceptedJob } from '@kinora/contract';
import type { PlacedJob } from '../../admit/order.ts';

/** The answer of v1 to an order that is accepted. A model that the contract does not imply is named. */
export function acceptedAnswer({ jobId, quote, catalogue }: PlacedJob): AcceptedJob {
  const common = { job_id: jobId, status: 'queued', poll_url: `/api/v1/jobs/${jobId}` } as const;
  const { id } = quote.model;
  if (quote.medium === 'image') {
    return { ...common, kind: 'image', ...(id !== catalogue.imageModel.id && { model: id }) };
  }
  const { mode } = quote.model;
  return {
    ...common,
    kind: 'video',
    ...(mode === null ? { model: id } : { mode }),
    output_width: quote.width,
    output_height: quote.height,
    price_tier: quote.resolution,
  };
}
