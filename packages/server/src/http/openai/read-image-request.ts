import {
  invalidRequest,
  maxResultSide,
  negativePromptSchema,
  ok,
  type Problem,
  promptSchema,
  type Result,
  refused,
} from '@kinora/contract';
import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { exactSizes, type ImageModel } from '../../catalogue/model.ts';
import type { Size } from '../../catalogue/sizes.ts';
import { type Quote, quoteImage } from '../../quote/quote.ts';
import { readBody } from '../request/read-body.ts';
import { takenAs } from '../v1/read-order.ts';
import { readModel } from './models.ts';
import { inexactSize, readSize } from './read-size.ts';

const MAX_IMAGES = 10;

/** A parameter of that API without a meaning here: only values that ask for nothing else than what is delivered. */
function only<Values extends readonly (string | number | boolean)[]>(...values: Values) {
  return z.literal(values).nullish();
}

const schema = z.strictObject({
  prompt: promptSchema,
  /** Ours: clients send fields that their package does not know as `extra_body`. */
  negative_prompt: negativePromptSchema,
  model: z.string().nullish(),
  n: z.int().min(1).max(MAX_IMAGES).nullish(),
  size: z.string().nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  output_format: only('png'),
  background: only('auto', 'opaque'),
  // The nodes of ComfyUI send these values and no others: the lowest demands, and the style that asks for none.
  moderation: only('auto', 'low'),
  output_compression: only(100),
  partial_images: only(0),
  quality: only('auto', 'standard', 'low'),
  style: only('natural'),
  stream: only(false),
  /** The end user of the caller. It is not stored. */
  user: z.string().nullish(),
});

/** The content of a valid request for images. */
export interface ImageRequest {
  readonly prompt: string;
  readonly negativePrompt: string | undefined;
  readonly count: number;
  /** What each of them is by a version of the catalogue. */
  readonly quote: (catalogue: Catalogue) => Result<Quote, Problem>;
  /** Both if the caller named none: clients of older models read the link, those of newer ones the bytes. */
  readonly formats: readonly ('url' | 'b64_json')[];
  /** The request as it was sent, whose defaults the catalogue may change, to compare two requests with the same Idempotency-Key. */
  readonly normalized: object;
}

/** Problem: `invalid_request`. What is sold is not asked, because a repeated request gets its answer whatever that is by then. */
export function readImageRequest(body: unknown): Result<ImageRequest, Problem> {
  const read = readBody(schema, body);
  if (!read.ok) return read;
  const { prompt, negative_prompt: negativePrompt, n, model: name = null } = read.value;
  const { size: text, response_format: format } = read.value;
  const size = text ?? 'auto';
  const count = n ?? 1;
  return ok({
    prompt,
    negativePrompt,
    count,
    quote: (version) => quoteNamed(version, name, size),
    formats: format === undefined || format === null ? ['url', 'b64_json'] : [format],
    normalized: { model: name, prompt, negativePrompt, count, size },
  });
}

/** Problems: `invalid_request`, those of `quoteImage` and `model_unsupported`. */
function quoteNamed(catalogue: Catalogue, name: string | null, text: string): Result<Quote, Problem> {
  const model = readModel(catalogue, 'image', name);
  if (!model.ok) return model;
  const size = readImageSize(model.value, text);
  if (!size.ok) return size;
  const quoted = quoteImage(catalogue, { model: model.value.id, ...size.value });
  const inexact = quoted.ok ? inexactSize(quoted.value, size.value) : undefined;
  return inexact === undefined ? takenAs('image', quoted) : refused(inexact);
}

function readImageSize(model: ImageModel, text: string): Result<Size, Problem> {
  if (text === 'auto') return ok(model.defaultSize);
  const { grid } = model;
  const size = readSize(text, grid?.minSide ?? 1, grid?.maxSide ?? maxResultSide);
  if (size !== undefined) return ok(size);
  const sizes =
    grid === null
      ? `one of ${exactSizes(model).join(', ')}`
      : `WIDTHxHEIGHT with sides from ${grid.minSide} to ${grid.maxSide} pixels, such as 1024x1024, 1536x1024, 1024x1536, 1792x1024 or 1024x1792`;
  return refused(invalidRequest([{ path: 'size', message: `must be auto, or ${sizes}` }]));
}
