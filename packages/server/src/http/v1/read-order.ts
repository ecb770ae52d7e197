import {
  imageGenerateRequestSchema,
  ok,
  type Problem,
  type RenderOperation,
  type Result,
  videoGenerateRequestSchema,
} from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import type { Order, Upload } from '../../admit/order.ts';
import { modeRules } from '../../catalogue/video-modes.ts';
import { type Quote, quoteImage, quoteVideo } from '../../quote/quote.ts';
import { pricedInMoney } from '../../quote/quote-job.ts';
import { hashRequest } from '../request/hash-request.ts';
import { readBody } from '../request/read-body.ts';
import { invalidHeader, readIdempotencyKey } from '../request/read-idempotency-key.ts';
import { readStoreHeader } from '../request/read-store-header.ts';
import { traceparentOf } from '../trace-orders.ts';
import { acceptedAnswer } from './accepted-answer.ts';
import { callerOf } from './authenticate-by-key.ts';
import { type CheckWebhookUrl, readWebhookUrl } from './webhook-url.ts';

/** The content of a valid request body. */
export interface RequestedMedia {
  readonly operation: RenderOperation;
  readonly prompt: string;
  readonly seed: number | undefined;
  readonly quote: Quote;
  readonly upload: Upload | undefined;
  readonly webhookUrl: string | undefined;
  readonly priceLimit: number | undefined;
  /** The request with its defaults, to compare two requests with the same Idempotency-Key. */
  readonly normalized: object;
}

/** Problem: `invalid_request`. */
export function readImageRequest(body: unknown): Result<RequestedMedia, Problem> {
  const read = readBody(imageGenerateRequestSchema, body);
  if (!read.ok) return read;
  const { prompt, seed, webhook_url: webhookUrl, max_price_cents: priceLimit } = read.value;
  const quote = quoteImage(read.value);
  const media = { operation: 'image', quote, upload: undefined } as const;
  return ok({ ...media, prompt, seed, webhookUrl, priceLimit, normalized: read.value });
}

const UPLOAD = 'init_image_base64';

/** Problems: `invalid_request` and those of `quoteVideo`. */
export function readVideoRequest(body: unknown): Result<RequestedMedia, Problem> {
  const read = readBody(videoGenerateRequestSchema, body);
  if (!read.ok) return read;
  const quote = quoteVideo(read.value);
  if (!quote.ok) return quote;
  const { prompt, seed, webhook_url: webhookUrl, max_price_cents: priceLimit, [UPLOAD]: base64 } = read.value;
  const upload = base64 === undefined ? undefined : { base64, field: UPLOAD };
  const normalized = { ...modeRules[quote.value.mode].defaultSize, ...read.value };
  const operation = upload === undefined ? 'video' : 'i2v';
  return ok({ operation, prompt, seed, quote: quote.value, upload, webhookUrl, priceLimit, normalized });
}

/**
 * Reads the order of an authenticated request: first its headers, then its body with `readRequest`. Problems:
 * `invalid_request` and those of `readRequest`.
 */
export async function readOrder(
  request: FastifyRequest,
  readRequest: (body: unknown) => Result<RequestedMedia, Problem>,
  checkWebhookUrl: CheckWebhookUrl,
): Promise<Result<Order, Problem>> {
  const delivery = readDelivery(request);
  if (!delivery.ok) return delivery;
  const { idempotencyKey: key, zeroRetention } = delivery.value;
  const requested = readRequest(request.body);
  if (!requested.ok) return requested;
  const { operation, prompt, seed, quote, upload, priceLimit, normalized } = requested.value;
  const webhookUrl = readWebhookUrl(requested.value.webhookUrl, zeroRetention, checkWebhookUrl);
  if (!webhookUrl.ok) return webhookUrl;
  const { accountId, keyId, recentlyRejected } = callerOf(request);
  const call = `${request.method} ${quote.medium}`;
  const idempotency = key === undefined ? null : { key, requestHash: await hashRequest(call, normalized) };
  return ok({
    accountId,
    keyId,
    recentlyRejected,
    operation,
    prompt,
    seed,
    upload,
    quoteFor: () => pricedInMoney(quote),
    priceLimit,
    interface: 'v1',
    jobApi: null,
    zeroRetention,
    webhookUrl: webhookUrl.value,
    idempotency,
    answerOf: acceptedAnswer,
    traceparent: traceparentOf(request),
  });
}

/** How the caller receives the result. */
interface Delivery {
  readonly idempotencyKey: string | undefined;
  /** Zero retention: the response is the result itself, and nothing is stored. */
  readonly zeroRetention: boolean;
}

function readDelivery({ headers }: FastifyRequest): Result<Delivery, Problem> {
  const idempotency = readIdempotencyKey(headers);
  if (!idempotency.ok) return idempotency;
  const { key } = idempotency.value;
  const store = readStoreHeader(headers);
  if (!store.ok) return store;
  const { isStored } = store.value;
  if (!isStored && key !== undefined) {
    const message = 'cannot be used with X-Service-Store: 0, because no response is stored to be sent again';
    return invalidHeader('Idempotency-Key', message);
  }
  return ok({ idempotencyKey: key, zeroRetention: !isStored });
}
