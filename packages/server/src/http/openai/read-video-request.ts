import {
  invalidRequest,
  negativePromptSchema,
  ok,
  type Problem,
  promptSchema,
  type Result,
  refused,
} from '@kinora/contract';
import { z } from 'zod';
import type { Upload } from '../../admit/order.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Size } from '../../catalogue/sizes.ts';
import { sha256InPieces } from '../../kernel/ids.ts';
import { type Quote, quoteVideo } from '../../quote/quote.ts';
import { readBody } from '../request/read-body.ts';
import { takenAs } from '../v1/read-order.ts';
import { readModel } from './models.ts';
import { inexactSize, readSize } from './read-size.ts';

const MIN_SIDE = 256;
const MAX_SIDE = 2560;
const UPLOAD = 'input_reference';
const SECONDS = 'must be from 1 to 10, such as "5"';

const schema = z.strictObject({
  prompt: promptSchema,
  /** Ours, as for images. */
  negative_prompt: negativePromptSchema,
  model: z.string().nullish(),
  /** The packages send it as a string, and others as a number. */
  seconds: z
    .union([z.string().regex(/^\d{1,2}(\.\d{1,6})?$/, SECONDS), z.number()])
    .transform(Number)
    .refine((seconds) => seconds >= 1 && seconds <= 10, SECONDS)
    .nullish(),
  size: z.string().nullish(),
  [UPLOAD]: z
    .union([z.instanceof(Uint8Array), z.strictObject({ image_url: z.string() })], {
      error: 'must be an image file, or an object with image_url',
    })
    .nullish(),
  /** The end user of the caller. It is not stored. */
  user: z.string().nullish(),
});

/** The content of a valid request for a video. */
export interface OpenAiVideoRequest {
  readonly prompt: string;
  readonly negativePrompt: string | undefined;
  /** What it is by a version of the catalogue. */
  readonly quote: (catalogue: Catalogue) => Result<Quote, Problem>;
  readonly upload: Upload | undefined;
  /** The request as it was sent, whose defaults the catalogue may change, to compare two requests with the same Idempotency-Key. */
  readonly normalized: object;
}

/**
 * Reads a JSON body or a form. Problem: `invalid_request`. What is sold is not asked, because a repeated request gets its answer
 * whatever that is by then.
 */
export async function readVideoRequest(body: unknown): Promise<Result<OpenAiVideoRequest, Problem>> {
  const read = readBody(schema, nest(body));
  if (!read.ok) return read;
  const { prompt, negative_prompt: negativePrompt } = read.value;
  const { model = null, seconds = null, size: text = null, [UPLOAD]: image } = read.value;
  const size = readVideoSize(text);
  if (size === 'invalid') return refused(invalidRequest([{ path: 'size', message: SIZES }]));
  const upload = image ? readReference(image) : ok(undefined);
  if (!upload.ok) return upload;
  const requested = { name: model, seconds, size, operation: upload.value ? 'i2v' : 'video' } as const;
  const imageHash = upload.value && (await sha256InPieces([upload.value.base64])).toString('hex');
  const normalized = { model, prompt, negativePrompt, seconds, size: text, imageHash };
  const quote = (version: Catalogue) => quoteNamed(version, requested);
  return ok({ prompt, negativePrompt, quote, upload: upload.value, normalized });
}

interface NamedVideo {
  readonly name: string | null;
  readonly seconds: number | null;
  readonly size: Size | undefined;
  readonly operation: 'video' | 'i2v';
}

/** Problems: `invalid_request`, those of `quoteVideo` and `model_unsupported`. */
function quoteNamed(
  catalogue: Catalogue,
  { name, seconds, size, operation }: NamedVideo,
): Result<Quote, Problem> {
  const model = readModel(catalogue, 'video', name);
  if (!model.ok) return model;
  const { id, defaultSeconds } = model.value;
  const quoted = quoteVideo(catalogue, { model: id, duration: seconds ?? defaultSeconds, ...size });
  if (!quoted.ok) return refused(inOurWords(quoted.problem));
  const inexact = size && inexactSize(quoted.value, size);
  return inexact === undefined ? takenAs(operation, quoted, UPLOAD) : refused(inexact);
}

/** A form has the fields of an object as `input_reference[image_url]`. */
function nest(body: unknown): unknown {
  const flat = `${UPLOAD}[image_url]`;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, flat)) return body;
  const { [flat]: url, ...fields } = body as Record<string, unknown>;
  return { ...fields, [UPLOAD]: { image_url: url } };
}

const SIZES = `must be WIDTHxHEIGHT with sides from ${MIN_SIDE} to ${MAX_SIDE} pixels, such as 1280x720 or 720x1280`;

function readVideoSize(text: string | null): Size | undefined | 'invalid' {
  if (text === null) return undefined;
  return readSize(text, MIN_SIDE, MAX_SIDE) ?? 'invalid';
}

/** The fields of v1 have other names. */
function inOurWords(rejection: Problem): Problem {
  return { ...rejection, message: rejection.message.replace(/^duration:/, 'seconds:') };
}

/** The image as base64, which is decoded and checked with every other upload. Problem: `invalid_request`. */
function readReference(image: Uint8Array | { readonly image_url: string }): Result<Upload, Problem> {
  if (image instanceof Uint8Array) {
    return ok({ base64: Buffer.from(image).toString('base64'), field: UPLOAD });
  }
  const base64 = /^data:[^;,]{0,100};base64,(.*)$/s.exec(image.image_url)?.[1];
  if (base64 !== undefined) return ok({ base64, field: UPLOAD });
  const message = 'must be a data: URL with base64, because this service fetches no addresses';
  return refused(invalidRequest([{ path: `${UPLOAD}.image_url`, message }]));
}
