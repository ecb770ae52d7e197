import type { JobType, RenderOperation, Tier } from '@kinora/contract';
import type { Size } from '../catalogue/video-modes.ts';
import type { Interface } from '../queue/interface.ts';
import type { JobQuote } from '../quote/quote-job.ts';
import type { JobRequirements } from '../workers/decide-capacity.ts';
import type { Answer, IdempotencyClaim } from './accept/stored-response.ts';

/** An uploaded image as received, and the field that had it. */
export interface Upload {
  readonly base64: string;
  readonly field: string;
}

/** What the answer to an accepted order depends on, besides the order. */
export interface PlacedJob extends JobQuote {
  readonly jobId: string;
  readonly seed: number;
}

/** A valid request for one image or video, from any interface. */
export interface Order {
  readonly accountId: string;
  /** The API key of the request; null for one with an access token. */
  readonly keyId: string | null;
  /** A request of the same account was rejected within the window that suspensions are evaluated on. */
  readonly recentlyRejected: boolean;
  readonly operation: RenderOperation;
  readonly prompt: string;
  /** Random when absent. */
  readonly seed: number | undefined;
  readonly upload: Upload | undefined;
  /**
   * What will be delivered and what it costs. An upscaled image depends on the size of its upload; without that
   * size, it is quoted at its lowest possible price.
   */
  readonly quoteFor: (uploaded: Size | undefined) => JobQuote;
  /** Whether the price is known only with the size of the upload. */
  readonly isPricedByUpload?: boolean;
  /** The most that the caller allows the order to cost, in cents or credits as it is paid. */
  readonly priceLimit?: number | undefined;
  readonly interface: Interface;
  /** Null for v1. `tier` is the one whose rules the order has. */
  readonly jobApi: { readonly type: JobType; readonly tier: Tier } | null;
  /** Zero retention: the response is the result itself, and nothing is stored. */
  readonly zeroRetention: boolean;
  /** How long the connection of the caller of an ephemeral order lasts; absent if nothing is known to end it. */
  readonly waitLimitSeconds?: number | undefined;
  /** Where the end of the job is reported; absent for the address of the account. */
  readonly webhookUrl?: string | undefined;
  readonly idempotency: IdempotencyClaim | null;
  /** Renders what the interface answers when the order is accepted. */
  readonly answerOf: (job: PlacedJob) => Answer;
  /** The trace context of its request; absent if it is not traced. */
  readonly traceparent?: string | undefined;
}

/** What a worker must be capable of to render the order at this quote. */
export function requirementsOf({ operation, zeroRetention }: Order, { quote }: JobQuote): JobRequirements {
  const { width, height } = quote;
  const mode = quote.medium === 'video' ? quote.mode : null;
  return { operation, mode, width, height, zeroRetention };
}
