import {
  assert,
  invalidField,
  type JobType,
  type Problem,
  type RenderOperation,
  type Result,
  refused,
  type Tier,
} from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Size } from '../catalogue/sizes.ts';
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
  /** The price list of the account; null without one. */
  readonly priceList: string | null;
  readonly operation: RenderOperation;
  readonly prompt: string;
  /** What must not be shown. */
  readonly negativePrompt?: string | undefined;
  /** Random when absent. */
  readonly seed: number | undefined;
  readonly upload: Upload | undefined;
  /**
   * What will be delivered and what it costs by a version of the catalogue. An upscaled image depends on the size of its
   * upload; without that size, it is quoted at its lowest possible price. A problem if that version does not sell it.
   */
  readonly quoteFor: (catalogue: Catalogue, uploaded: Size | undefined) => Result<JobQuote, Problem>;
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
  /** The id of the order if it has waited: it is accepted only while it waits, and does not wait after that. */
  readonly waitingId?: string | undefined;
  /** Renders what the interface answers when the order is accepted. */
  readonly answerOf: (job: PlacedJob) => Answer;
  /** The trace context of its request; absent if it is not traced. */
  readonly traceparent?: string | undefined;
}

/** An order by one version of the catalogue, which sells it, at the prices of its account. */
export interface QuotedOrder extends Omit<Order, 'quoteFor'> {
  readonly quoteFor: (uploaded: Size | undefined) => JobQuote;
}

/** Problems: those of its `quoteFor`. */
export function quoteOrderBy(sold: Catalogue, order: Order): Result<QuotedOrder, Problem> {
  const catalogue = sold.pricedFor(order.priceList);
  const first = order.quoteFor(catalogue, undefined);
  if (!first.ok) return first;
  const untaken = untakenBy(first.value, order);
  if (untaken !== undefined) return refused(untaken);
  const quoteFor = (uploaded: Size | undefined): JobQuote => {
    const quoted = uploaded === undefined ? first : order.quoteFor(catalogue, uploaded);
    assert(quoted.ok, 'what is sold does not depend on the upload');
    return quoted.value;
  };
  return { ok: true, value: { ...order, quoteFor } };
}

/** The problem of a negative prompt for a model that takes none, or beside an image that is enlarged: `invalid_request`. */
export function untakenBy(
  { quote, catalogue }: JobQuote,
  { operation, negativePrompt }: Pick<Order, 'operation' | 'negativePrompt'>,
): Problem | undefined {
  if (negativePrompt === undefined) return undefined;
  if (operation === 'upscale' || operation === 'upscale_pro') {
    return invalidField('negative_prompt', 'does not apply to an image that is enlarged; leave it out');
  }
  if (quote.model.negativePrompt) return undefined;
  const takers = catalogue.models.filter(
    ({ medium, negativePrompt: takes }) => takes && medium === quote.medium,
  );
  const instead = takers.map(({ id }) => id).join(', ');
  const remedy = instead === '' ? 'leave it out' : `leave it out, or use ${instead}`;
  return invalidField('negative_prompt', `is not taken by ${quote.model.id}; ${remedy}`);
}

/** What a worker must be capable of to render the order at this quote. */
export function requirementsOf(
  { operation, zeroRetention, negativePrompt }: Pick<Order, 'operation' | 'zeroRetention' | 'negativePrompt'>,
  { quote }: JobQuote,
): JobRequirements {
  const { width, height } = quote;
  return {
    operation,
    model: quote.model,
    width,
    height,
    zeroRetention,
    negativePrompt: negativePrompt !== undefined,
  };
}
