import { assert, type ImageQuoteView, type VideoQuoteView } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobPayment } from '../../admit/accept/decide-request.ts';
import type { QuotedPayment, QuoteOrder } from '../../admit/quote-order.ts';
import { sendProblem } from '../problem-handler.ts';
import { UPLOAD_LIMIT_BYTES } from '../request/body-limits.ts';
import {
  type ReadOrderDependencies,
  type ReadRequest,
  readImageRequest,
  readOrder,
  readVideoRequest,
} from './read-order.ts';

export interface QuoteRouteDependencies extends ReadOrderDependencies {
  readonly quoteOrder: QuoteOrder;
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
  readRequest: ReadRequest,
  dependencies: QuoteRouteDependencies,
): Promise<FastifyReply> {
  const order = await readOrder(request, readRequest, dependencies);
  if (!order.ok) return sendProblem(reply, order.problem);
  const quoted = await dependencies.quoteOrder(order.value);
  if (!quoted.ok) return sendProblem(reply, quoted.problem);
  const holdsUntil = dependencies.catalogue.holdsUntil(quoted.value.catalogue);
  return reply.header('cache-control', 'no-store').send(viewQuote(quoted.value, holdsUntil));
}

function viewQuote(
  { quote, catalogue, payment }: QuotedPayment,
  holdsUntil: Date | null,
): ImageQuoteView | VideoQuoteView {
  const common = {
    output_width: quote.width,
    output_height: quote.height,
    price_cents: quote.priceCents,
    model: quote.model.id,
    catalogue_version: catalogue.version,
    holds_until: holdsUntil?.toISOString() ?? null,
    paid_from: paidFrom(payment),
  };
  if (quote.medium === 'image') return { kind: 'image', ...common };
  const { model, resolution, frames } = quote;
  return {
    kind: 'video',
    ...(model.mode !== null && { mode: model.mode }),
    price_tier: resolution,
    duration_seconds: thousandths(quote.seconds),
    frames,
    ...common,
  };
}

function paidFrom(payment: JobPayment): ImageQuoteView['paid_from'] {
  assert(payment.by === 'money', 'v1 is paid in money');
  const { funding } = payment;
  const none = { allowance_images: 0, allowance_seconds: 0, balance_cents: 0, month_end_cents: 0 };
  if (funding.from === 'allowance') {
    return {
      ...none,
      allowance_images: funding.images,
      allowance_seconds: thousandths(funding.twelfths / 12),
    };
  }
  const balanceCents = funding.draws.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...none, balance_cents: balanceCents, month_end_cents: funding.monthEndCents };
}

/** Rounded to a thousandth of a second. */
const thousandths = (seconds: number): number => Math.round(seconds * 1000) / 1000;
