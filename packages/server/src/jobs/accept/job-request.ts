import { tierRules } from '../../pricing/tiers.ts';
import type { OwningNode } from '../owning-node.ts';
import type { Priority } from '../queue/virtual-time.ts';
import { type CallingAccount, interfaceOf } from './calling-account.ts';
import type { PricedRequest } from './decide-request.ts';
import type { JobApiOrder } from './job-api-order.ts';
import type { AcceptedAnswer } from './remembered-answer.ts';

/** A request that only its acceptance is missing. */
export interface JobRequest extends PricedRequest {
  /** Made before the transaction, so that an uploaded image already lies under it. */
  readonly jobId: string;
  readonly accountId: string;
  readonly prompt: string;
  /** What the engine gets; the prompt itself unless the mode prepared it. */
  readonly preparedPrompt: string;
  readonly seed: number;
  readonly jobApi: JobApiOrder | null;
  /** Of a job of v1; that of pro where it is not given. */
  readonly priority?: Priority;
  readonly hasInitImage: boolean;
  /** The server whose memory keeps prompt, image and result; null when they are stored. */
  readonly owningNode: OwningNode | null;
  /** What the mark in the image will say; null for a video. */
  readonly markTag: string | null;
}

/** The account and the interface that it calls. */
export function callingAccountOf({
  accountId,
  jobApi,
}: {
  readonly accountId: string;
  readonly jobApi: Pick<JobApiOrder, 'tier'> | null;
}): CallingAccount {
  return { accountId, interface: interfaceOf(jobApi?.tier ?? null) };
}

/** The body that the request is answered with once its job is committed. */
export function acceptedAnswer({ jobId, quote, jobApi, seed }: JobRequest): AcceptedAnswer {
  if (jobApi !== null) {
    const { type, tier, credits } = jobApi;
    return {
      job_id: jobId,
      status: 'queued',
      type,
      worker: quote.kind,
      poll_url: `/job/${jobId}`,
      credit_cost: credits,
      tier,
      priority: tierRules[tier].priority,
      seed,
    };
  }
  const common = { job_id: jobId, status: 'queued', poll_url: `/api/v1/jobs/${jobId}` } as const;
  if (quote.kind === 'image') return { ...common, kind: 'image' };
  return {
    ...common,
    kind: 'video',
    mode: quote.mode,
    output_width: quote.width,
    output_height: quote.height,
    price_tier: quote.tier,
  };
}
