import {
  imageGenerateRequestSchema,
  ok,
  type Problem,
  type RenderKind,
  type Result,
  videoGenerateRequestSchema,
} from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../../kernel/ids.ts';
import { type Quote, quoteImage, quoteVideo } from '../../pricing/quote.ts';
import { modeRules } from '../../pricing/video-modes.ts';
import { readBody } from '../read-body.ts';
import { readIdempotencyKey, refusedHeader } from '../read-idempotency-key.ts';

/** What a valid request asks for, whichever kind it is. */
export interface Order {
  readonly kind: RenderKind;
  readonly prompt: string;
  readonly seed: number | undefined;
  readonly quote: Quote;
  readonly initImageBase64: string | undefined;
  /** The request as understood, for comparing two with the same Idempotency-Key. */
  readonly understood: object;
}

export function readImageOrder(body: unknown): Result<Order, Problem> {
  const read = readBody(imageGenerateRequestSchema, body);
  if (!read.ok) return read;
  const { prompt, seed } = read.value;
  return ok({
    kind: 'image',
    prompt,
    seed,
    quote: quoteImage(read.value),
    initImageBase64: undefined,
    understood: read.value,
  });
}

export function readVideoOrder(body: unknown): Result<Order, Problem> {
  const read = readBody(videoGenerateRequestSchema, body);
  if (!read.ok) return read;
  const quote = quoteVideo(read.value);
  if (!quote.ok) return quote;
  const { prompt, seed, init_image_base64: initImageBase64 } = read.value;
  const understood = { ...modeRules[quote.value.mode].defaultSize, ...read.value };
  const kind = initImageBase64 === undefined ? 'video' : 'i2v';
  return ok({ kind, prompt, seed, quote: quote.value, initImageBase64, understood });
}

/** How the caller wants to be answered. */
interface Delivery {
  readonly idempotencyKey: string | undefined;
  /** Zero retention: the bytes are the answer, and nothing is stored. */
  readonly isInline: boolean;
}

export function readDelivery({ headers }: FastifyRequest): Result<Delivery, Problem> {
  const idempotency = readIdempotencyKey(headers);
  if (!idempotency.ok) return idempotency;
  const { key } = idempotency.value;
  const store = headers['x-service-store'];
  if (store !== undefined && store !== '0' && store !== '1') {
    return refusedHeader('X-Service-Store', 'must be 0, which stores nothing, or 1');
  }
  if (store === '0' && key !== undefined) {
    const message = 'cannot go with X-Service-Store: 0, because nothing is kept to answer a second time';
    return refusedHeader('Idempotency-Key', message);
  }
  return ok({ idempotencyKey: key, isInline: store === '0' });
}

export function hashOf(request: FastifyRequest, { quote, understood }: Order): Buffer {
  return sha256(`${request.method} ${quote.kind} ${JSON.stringify(understood)}`);
}
