import {
  assert,
  type ImageQuoteView,
  type Problem,
  type Result,
  type VideoQuoteView,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobPayment } from '../../admit/accept/decide-request.ts';
import type { QuoteOrder } from '../../admit/quote-order.ts';
import type { Quote } from '../../quote/quote.ts';
import { sendProblem } from '../problem-handler.ts';
import { UPLOAD_LIMIT_BYTES } from '../request/body-limits.ts';
import { type RequestedMedia, readImageRequest, readOrder, readVideoRequest } from './read-order.ts';
import type { CheckWebhookUrl } from './webhook-url.ts';

export interface QuoteRouteDependencies {
  readonly quoteOrder: QuoteOrder;
  readonly checkWebhookUrl: CheckWebhookUrl;
}

/** POST /images/quote and POST /videos/quote. */
export function quoteRoutes(routes: FastifyInstance, dependencies: QuoteRouteDependencies): void {
  routes.post('/images/quote', { config: { scope: 'generate' } }, (request, reply) =>
    quote(request, reply, readImageRequest, dependencies),
  );
  const video = { bodyLimit: UPLOAD_LIMIT_BYTES, config: { scope: 'generate' } } as const;
  routes.post('/videos/quote', video, (request, reply) =>
    quote(request, reply, readVideoRequest, dependencies),
  );
}

async function quote(
  request: FastifyRequest,
  reply: FastifyReply,
  readRequest: (body: unknown) => Result<RequestedMedia, Problem>,
  { quoteOrder, checkWebhookUrl }: QuoteRouteDependencies,
): Promise<FastifyReply> {
  const order = await readOrder(request, readRequest, checkWebhookUrl);
  if (!order.ok) return sendProblem(reply, order.problem);
  const quoted = await quoteOrder(order.value);
  if (!quoted.ok) return sendProblem(reply, quoted.problem);
  const { quote: delivered } = order.value.quoteFor(undefined);
  return reply.header('cache-control', 'no-store').send(viewQuote(delivered, quoted.value));
}

function viewQuote(quote: Quote, payment: JobPayment): ImageQuoteView | VideoQuoteView {
  const common = {
    output_width: quote.width,
    output_height: quote.height,
    price_cents: quote.priceCents,
    paid_from: paidFrom(quote, payment),
  };
  if (quote.medium === 'image') return { kind: 'image', ...common };
  const { mode, resolution, thirds, frames } = quote;
  return {
    kind: 'video',
    mode,
    price_tier: resolution,
    duration_seconds: seconds(thirds),
    frames,
    ...common,
  };
}

function paidFrom({ medium }: Quote, payment: JobPayment): ImageQuoteView['paid_from'] {
  assert(payment.by === 'money', 'v1 is paid in money');
  const { funding } = payment;
  const none = { allowance_images: 0, allowance_seconds: 0, balance_cents: 0, month_end_cents: 0 };
  if (funding.from === 'allowance') {
    return {
      ...none,
      allowance_images: medium === 'image' ? 1 : 0,
      allowance_seconds: seconds(funding.thirds),
    };
  }
  const balanceCents = funding.draws.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...none, balance_cents: balanceCents, month_end_cents: funding.monthEndCents };
}

/** Thirds of a second in seconds, rounded to a thousandth. */
const seconds = (thirds: number): number => Math.round((thirds * 1000) / 3) / 1000;
