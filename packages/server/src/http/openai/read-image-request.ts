import { invalidRequest, ok, type Problem, promptSchema, type Result, refused } from '@kinora/contract';
import { z } from 'zod';
import type { Size } from '../../catalogue/video-modes.ts';
import { type ImageQuote, quoteImage } from '../../quote/quote.ts';
import { readBody } from '../request/read-body.ts';
import { readImageModel } from './models.ts';
import { readSize } from './read-size.ts';

const MIN_SIDE = 256;
const MAX_SIDE = 2048;
/** Without a size, and for `auto`. */
const AUTO: Size = { width: 1024, height: 1024 };
const MAX_IMAGES = 10;

/** A parameter of that API without a meaning here: only values that ask for nothing else than what is delivered. */
function only<Values extends readonly (string | number | boolean)[]>(...values: Values) {
  return z.literal(values).nullish();
}

const schema = z.strictObject({
  prompt: promptSchema,
  model: z.string().nullish(),
  n: z.int().min(1).max(MAX_IMAGES).nullish(),
  size: z.string().nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  output_format: only('png'),
  background: only('auto', 'opaque'),
  moderation: only('auto'),
  output_compression: only(100),
  partial_images: only(0),
  quality: only('auto', 'standard'),
  style: z
    .unknown()
    .refine((style) => style === null, 'must be left out, because there are no styles')
    .optional(),
  stream: only(false),
  /** The end user of the caller. It is not stored. */
  user: z.string().nullish(),
});

/** The content of a valid request for images. */
export interface ImageRequest {
  readonly prompt: string;
  readonly count: number;
  readonly quote: ImageQuote;
  /** Both if the caller named none: clients of older models read the link, those of newer ones the bytes. */
  readonly formats: readonly ('url' | 'b64_json')[];
  /** The request with its defaults, to compare two requests with the same Idempotency-Key. */
  readonly normalized: object;
}

/** Problem: `invalid_request`. */
export function readImageRequest(body: unknown): Result<ImageRequest, Problem> {
  const read = readBody(schema, body);
  if (!read.ok) return read;
  const { prompt, n, response_format: format } = read.value;
  const model = readImageModel(read.value.model);
  if (!model.ok) return model;
  const size = readImageSize(read.value.size ?? 'auto');
  if (size === undefined) return refused(invalidRequest([{ path: 'size', message: SIZES }]));
  const count = n ?? 1;
  return ok({
    prompt,
    count,
    quote: quoteImage(size),
    formats: format === undefined || format === null ? ['url', 'b64_json'] : [format],
    normalized: { model: model.value, prompt, count, ...size },
  });
}

const SIZES =
  `must be auto, or WIDTHxHEIGHT with sides from ${MIN_SIDE} to ${MAX_SIDE} pixels, ` +
  'such as 1024x1024, 1536x1024, 1024x1536, 1792x1024 or 1024x1792';

function readImageSize(text: string): Size | undefined {
  if (text === 'auto') return AUTO;
  return readSize(text, MIN_SIDE, MAX_SIDE);
}
