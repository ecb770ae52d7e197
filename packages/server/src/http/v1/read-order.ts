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
import type { Order, Upload } from '../../orders/order.ts';
import { type Quote, quoteImage, quoteVideo } from '../../pricing/quote.ts';
import { modeRules } from '../../pricing/video-modes.ts';
import { readBody } from '../request/read-body.ts';
import { readIdempotencyKey, refusedHeader } from '../request/read-idempotency-key.ts';
import { callerOf } from './authenticate-by-key.ts';

/** What the body of a valid request asks for. */
export interface RequestedMedia {
  readonly kind: RenderKind;
  readonly prompt: string;
  readonly seed: number | undefined;
  readonly quote: Quote;
  readonly upload: Upload | undefined;
  /** The request as understood, for comparing two with the same Idempotency-Key. */
  readonly understood: object;
}

/** Problem: `invalid_request`. */
export function readImageRequest(body: unknown): Result<RequestedMedia, Problem> {
  const read = readBody(imageGenerateRequestSchema, body);
  if (!read.ok) return read;
  const { prompt, seed } = read.value;
  const quote = quoteImage(read.value);
  return ok({ kind: 'image', prompt, seed, quote, upload: undefined, understood: read.value });
}

const UPLOAD = 'init_image_base64';

/** Problems: `invalid_request` and those of `quoteVideo`. */
export function readVideoRequest(body: unknown): Result<RequestedMedia, Problem> {
  const read = readBody(videoGenerateRequestSchema, body);
  if (!read.ok) return read;
  const quote = quoteVideo(read.value);
  if (!quote.ok) return quote;
  const { prompt, seed, [UPLOAD]: base64 } = read.value;
  const upload = base64 === undefined ? undefined : { base64, field: UPLOAD };
  const understood = { ...modeRules[quote.value.mode].defaultSize, ...read.value };
  const kind = upload === undefined ? 'video' : 'i2v';
  return ok({ kind, prompt, seed, quote: quote.value, upload, understood });
}

/** The order of an authenticated request; `readRequest` reads its body, after its headers. */
export function readOrder(
  request: FastifyRequest,
  readRequest: (body: unknown) => Result<RequestedMedia, Problem>,
): Result<Order, Problem> {
  const delivery = readDelivery(request);
  if (!delivery.ok) return delivery;
  const { idempotencyKey: key, isInline } = delivery.value;
  const requested = readRequest(request.body);
  if (!requested.ok) return requested;
  const { kind, prompt, seed, quote, upload, understood } = requested.value;
  const { accountId, recentlyRejected } = callerOf(request);
  const requestHash = sha256(`${request.method} ${quote.kind} ${JSON.stringify(understood)}`);
  return ok({
    accountId,
    recentlyRejected,
    kind,
    prompt,
    seed,
    upload,
    quoteFor: () => ({ quote, credits: 0 }),
    jobApi: null,
    isEphemeral: isInline,
    idempotency: key === undefined ? null : { key, requestHash },
  });
}

/** How the caller wants the result. */
interface Delivery {
  readonly idempotencyKey: string | undefined;
  /** Zero retention: the bytes are the response, and nothing is stored. */
  readonly isInline: boolean;
}

function readDelivery({ headers }: FastifyRequest): Result<Delivery, Problem> {
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
