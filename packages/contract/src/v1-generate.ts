import { z } from 'zod';
import { promptMaxCodePoints, seedMax } from './limits.ts';
import { describedUploadLimits, maxResultSide } from './media-limits.ts';
import { resolutionNames, videoModeNames } from './rates.ts';
import { webhookUrlSchema } from './v1-webhooks.ts';

/** The length as JSON Schema defines it: in code points, not UTF-16 units. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A character that a person can see: U+2800 is an empty braille pattern. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const promptSchema = z
  .string()
  .trim()
  .min(1, { message: 'must not be empty', abort: true })
  .refine((text) => VISIBLE.test(text), { message: 'must have a visible character', abort: true })
  .refine((text) => text.length <= promptMaxCodePoints || codePoints(text) <= promptMaxCodePoints, {
    message: `must be at most ${promptMaxCodePoints} characters`,
  })
  .meta({
    description: 'What to generate. The length is counted in Unicode code points after trimming.',
    maxLength: promptMaxCodePoints,
    examples: ['a lighthouse on a cliff in a thunderstorm at night'],
  });

export const negativePromptSchema = promptSchema.optional().meta({
  description:
    'What must not be shown, for models whose `negative_prompt` is true. As long as a prompt at most.',
  maxLength: promptMaxCodePoints,
  examples: ['blurry, extra fingers'],
});

const seedSchema = z
  .int()
  .min(0)
  .max(seedMax)
  .meta({ description: 'The same request with the same seed gives the same bytes. Random if omitted.' });

const webhookUrl = webhookUrlSchema.optional().meta({
  description:
    'Where the end of the job is reported, instead of the address of the account: an `https` URL. Not with `X-Service-Store: 0`.',
});

const maxPriceCents = z.int().min(0).optional().meta({
  description:
    'The most that the order may cost, in cents: its price as the quote and the job state it, from whatever it is paid. An order that costs more is refused with `price_changed`, as when prices have changed since the quote. A quote takes the field and ignores it.',
});

const imageSide = z.int().min(256).max(2048);
const videoSide = z.int().min(256).max(2560);
/** A model of the operator may have smaller and larger sizes than those of the contract; its own are checked then. */
export const anySideSchema = z.int().min(16).max(maxResultSide).optional();

export const modelIdSchema = z.string().min(1).max(60);
const model = modelIdSchema.optional();

export const imageGenerateRequestSchema = z
  .strictObject({
    prompt: promptSchema,
    negative_prompt: negativePromptSchema,
    width: imageSide.default(1024).meta({ description: 'Pixels.' }),
    height: imageSide.default(1024).meta({ description: 'Pixels.' }),
    model: model.meta({
      description:
        'The id of an image model of `GET /v1/models`, which may have other sizes. Without it, the image model of this document.',
    }),
    seed: seedSchema.optional(),
    max_price_cents: maxPriceCents,
    webhook_url: webhookUrl,
  })
  .meta({ id: 'ImageGenerateRequest', description: 'An image to generate.' });

/** The same for a model that is not of the contract. */
export const otherImageRequestSchema = imageGenerateRequestSchema.extend({
  width: anySideSchema,
  height: anySideSchema,
});

export const videoGenerateRequestSchema = z
  .strictObject({
    prompt: promptSchema,
    negative_prompt: negativePromptSchema,
    width: videoSide.optional().meta({ description: 'Pixels. Default 1280, in cinema 2560.' }),
    height: videoSide.optional().meta({ description: 'Pixels. Default 720, in cinema 1440.' }),
    duration: z.number().min(1).max(10).optional().meta({
      default: 5,
      description: 'Seconds. Rounded down to a third of a second; the rounded length is billed.',
    }),
    // A plain string, because an unknown mode has a separate problem code, invalid_mode.
    mode: z
      .string()
      .optional()
      .meta({
        default: 'fast',
        enum: [...videoModeNames],
        'x-may-grow': true,
        description: 'How the video is generated.',
      }),
    model: model.meta({
      description:
        'The id of a video model of `GET /v1/models`, which may have other sizes and lengths, instead of `mode`.',
    }),
    seed: seedSchema.optional(),
    max_price_cents: maxPriceCents,
    webhook_url: webhookUrl,
    init_image_base64: z
      .string()
      .optional()
      .meta({
        description: `Strict base64 of a PNG, JPEG or WebP, for image-to-video. ${describedUploadLimits}`,
        contentEncoding: 'base64',
      }),
  })
  .meta({ id: 'VideoGenerateRequest', description: 'A video with sound to generate.' });

/** The same for a model that is not of the contract. */
export const otherVideoRequestSchema = videoGenerateRequestSchema.extend({
  width: anySideSchema,
  height: anySideSchema,
  duration: z.number().positive().max(600).optional(),
});

export type ImageGenerateRequest = z.output<typeof imageGenerateRequestSchema>;
export type VideoGenerateRequest = z.output<typeof videoGenerateRequestSchema>;
export type ImageGenerateBody = z.input<typeof imageGenerateRequestSchema>;
export type VideoGenerateBody = z.input<typeof videoGenerateRequestSchema>;

const jobId = z.uuid().meta({ description: 'Id of the job.' });
const modelId = z.string().meta({ description: 'The id of its model.' });
const accepted = z.literal('queued').meta({ description: 'Waiting or running.' });
const pollUrl = z.string().meta({ description: 'Relative path to poll, /api/v1/jobs/<job_id>.' });

export const acceptedImageSchema = z
  .strictObject({
    job_id: jobId,
    status: accepted,
    kind: z.literal('image'),
    poll_url: pollUrl,
    model: modelId.optional().meta({ description: 'The id of its model, if it is not the default one.' }),
  })
  .meta({ id: 'AcceptedImage', description: 'An accepted image job. It is durable and paid for.' });

export const acceptedVideoSchema = z
  .strictObject({
    job_id: jobId,
    status: accepted,
    kind: z.literal('video'),
    poll_url: pollUrl,
    mode: z
      .enum(videoModeNames)
      .optional()
      .meta({ description: 'How the video is generated; absent for a model that is no mode.' }),
    model: modelId.optional().meta({ description: 'The id of its model, if that is no mode.' }),
    output_width: z.int().meta({ description: 'Delivered width in pixels.' }),
    output_height: z.int().meta({ description: 'Delivered height in pixels.' }),
    price_tier: z.enum(resolutionNames).meta({ description: 'The billed price tier.' }),
  })
  .meta({ id: 'AcceptedVideo', description: 'An accepted video job. It is durable and paid for.' });

export type AcceptedImage = z.infer<typeof acceptedImageSchema>;
export type AcceptedVideo = z.infer<typeof acceptedVideoSchema>;
export type AcceptedJob = AcceptedImage | AcceptedVideo;

const paidFrom = z
  .strictObject({
    allowance_images: z.int().min(0).meta({ description: 'Images of the Max allowance.' }),
    allowance_seconds: z
      .number()
      .min(0)
      .meta({ description: 'Seconds of the Max allowance; a second of cinema uses two.' }),
    balance_cents: z.int().min(0).meta({ description: 'Drawn from the prepaid balance.' }),
    month_end_cents: z.int().min(0).meta({ description: 'Invoiced at the end of the month.' }),
  })
  .meta({
    id: 'PaidFrom',
    description: 'Who would pay for the job. An allowance pays for all of it or nothing.',
  });

const quoted = {
  output_width: z.int().meta({ description: 'Pixels that would be delivered.' }),
  output_height: z.int().meta({ description: 'Pixels that would be delivered.' }),
  price_cents: z.int().min(0).meta({ description: 'The price in cents.' }),
  model: modelId,
  catalogue_version: z.int().meta({ description: 'The version of the catalogue that it was quoted by.' }),
  holds_until: z.iso.datetime().nullable().meta({
    description:
      'When the next version starts, after which the price may be another; null if none is scheduled.',
  }),
  paid_from: paidFrom,
};

export const imageQuoteSchema = z
  .strictObject({ kind: z.literal('image'), ...quoted })
  .meta({ id: 'ImageQuote', description: 'What an image would cost. Nothing is reserved.' });

export const videoQuoteSchema = z
  .strictObject({
    kind: z.literal('video'),
    mode: z
      .enum(videoModeNames)
      .optional()
      .meta({ description: 'How the video would be generated; absent for a model that is no mode.' }),
    price_tier: z.enum(resolutionNames).meta({ description: 'The price tier that would be billed.' }),
    duration_seconds: z.number().meta({
      description:
        'The length that would be billed, such as 5 or 1.333: whole thirds of a second in the modes.',
    }),
    frames: z.int().meta({ description: 'Frames that would be delivered, 24 a second in the modes.' }),
    ...quoted,
  })
  .meta({ id: 'VideoQuote', description: 'What a video would deliver and cost. Nothing is reserved.' });

export type ImageQuoteView = z.infer<typeof imageQuoteSchema>;
export type VideoQuoteView = z.infer<typeof videoQuoteSchema>;
