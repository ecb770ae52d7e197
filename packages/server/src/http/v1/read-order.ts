import {
  defaultVideoMode,
  imageGenerateRequestSchema,
  ok,
  otherImageRequestSchema,
  otherVideoRequestSchema,
  type Problem,
  poolOfOperation,
  problem,
  type RenderOperation,
  type Result,
  refused,
  videoGenerateRequestSchema,
  videoModeNames,
} from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import type { Order, Upload } from '../../admit/order.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
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
  readonly negativePrompt: string | undefined;
  readonly seed: number | undefined;
  /** What it delivers by a version of the catalogue. */
  readonly quote: (catalogue: Catalogue) => Result<Quote, Problem>;
  readonly upload: Upload | undefined;
  readonly webhookUrl: string | undefined;
  readonly priceLimit: number | undefined;
  /** The request with its defaults, to compare two requests with the same Idempotency-Key. */
  readonly normalized: object;
}

/** Reads a body by the models that are sold. */
export type ReadRequest = (body: unknown, catalogue: Catalogue) => Result<RequestedMedia, Problem>;

/** Problem: `invalid_request`. */
export const readImageRequest: ReadRequest = (body, catalogue) => {
  const isOther = isOtherModel(body, [catalogue.imageModel.id]);
  const read = readBody(isOther ? otherImageRequestSchema : imageGenerateRequestSchema, body);
  if (!read.ok) return read;
  const { value } = read;
  const { prompt, negative_prompt: negativePrompt, seed } = value;
  const { webhook_url: webhookUrl, max_price_cents: priceLimit } = value;
  const quote = (version: Catalogue) => takenAs('image', quoteImage(version, value));
  const media = { operation: 'image', quote, upload: undefined } as const;
  return ok({ ...media, prompt, negativePrompt, seed, webhookUrl, priceLimit, normalized: value });
};

const UPLOAD = 'init_image_base64';

/** Problem: `invalid_request`. */
export const readVideoRequest: ReadRequest = (body, catalogue) => {
  const modes = videoModeNames.map((mode) => catalogue.videoModelOf(mode));
  const isOther = isOtherModel(
    body,
    modes.map(({ id }) => id),
  );
  const read = readBody(isOther ? otherVideoRequestSchema : videoGenerateRequestSchema, body);
  if (!read.ok) return read;
  const { value } = read;
  const { prompt, negative_prompt: negativePrompt, seed } = value;
  const { webhook_url: webhookUrl, max_price_cents: priceLimit, [UPLOAD]: base64 } = value;
  const upload = base64 === undefined ? undefined : { base64, field: UPLOAD };
  const operation = upload === undefined ? 'video' : 'i2v';
  const quote = (version: Catalogue) => takenAs(operation, quoteVideo(version, value));
  // The defaults of the contract; those of other models may change before the request is repeated.
  const implied = isOther
    ? undefined
    : modes.find(
        ({ id, mode }) =>
          id === value.model || (value.model === undefined && mode === (value.mode ?? defaultVideoMode)),
      );
  const defaults = implied && {
    ...implied.defaultSize,
    duration: implied.defaultSeconds,
    mode: implied.mode,
  };
  const normalized = { ...defaults, ...value };
  const texts = { prompt, negativePrompt };
  return ok({ ...texts, operation, seed, quote, upload, webhookUrl, priceLimit, normalized });
};

/** Whether the body names a model other than those of the contract: one whose sizes and lengths the contract does not say. */
function isOtherModel(body: unknown, contractIds: readonly string[]): boolean {
  if (typeof body !== 'object' || body === null || !('model' in body)) return false;
  return typeof body.model === 'string' && !contractIds.includes(body.model);
}

/** What was quoted, if the model takes such an input. Problem: `model_unsupported`. */
export function takenAs<Quoted extends Quote>(
  operation: 'image' | 'video' | 'i2v',
  quoted: Result<Quoted, Problem>,
  upload: string = UPLOAD,
): Result<Quoted, Problem> {
  if (!quoted.ok || quoted.value.model.operations.includes(operation)) return quoted;
  const { id, operations } = quoted.value.model;
  const inputs = { image: 'prompt', video: 'prompt', i2v: upload };
  const supported = Object.entries(inputs).flatMap(([name, input]) =>
    operations.some((renders) => renders === name) ? [input] : [],
  );
  const message = `${id} takes no ${inputs[operation]} alone; it takes ${supported.join(' or ') || 'neither'}`;
  return refused(problem('model_unsupported', message, { model: id, supported_inputs: supported }));
}

export interface ReadOrderDependencies {
  readonly checkWebhookUrl: CheckWebhookUrl;
  readonly catalogue: OpenCatalogue;
}

/**
 * Reads the order of an authenticated request: first its headers, then its body with `readRequest`. Problems:
 * `invalid_request` and those of `readRequest`.
 */
export async function readOrder(
  request: FastifyRequest,
  readRequest: ReadRequest,
  { checkWebhookUrl, catalogue }: ReadOrderDependencies,
): Promise<Result<Order, Problem>> {
  const delivery = readDelivery(request);
  if (!delivery.ok) return delivery;
  const { idempotencyKey: key, zeroRetention } = delivery.value;
  const requested = readRequest(request.body, catalogue.now());
  if (!requested.ok) return requested;
  const { operation, prompt, negativePrompt, seed, quote, upload, priceLimit, normalized } = requested.value;
  const webhookUrl = readWebhookUrl(requested.value.webhookUrl, zeroRetention, checkWebhookUrl);
  if (!webhookUrl.ok) return webhookUrl;
  const { accountId, keyId, recentlyRejected, priceList } = callerOf(request);
  const call = `${request.method} ${poolOfOperation[operation]}`;
  const idempotency = key === undefined ? null : { key, requestHash: await hashRequest(call, normalized) };
  return ok({
    accountId,
    keyId,
    recentlyRejected,
    priceList,
    operation,
    prompt,
    negativePrompt,
    seed,
    upload,
    quoteFor: (version) => pricedInMoney(version, quote(version)),
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
