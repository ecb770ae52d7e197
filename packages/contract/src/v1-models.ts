import { z } from 'zod';
import { resolutionNames, videoModeNames } from './rates.ts';
import { renderOperations } from './worker-protocol.ts';

/** The models that are sold, as GET /v1/models lists them. */

const common = {
  id: z.string().meta({ description: 'For `model` of a generate call.' }),
  title: z.string().meta({ description: 'The name that people see.' }),
  description: z.string().meta({ description: 'What it is good for.' }),
  operations: z.array(z.enum(renderOperations)).meta({
    description: 'image and video are from a text; i2i, upscale, upscale_pro and i2v from an image.',
  }),
  sizes: z.array(z.string()).meta({ description: 'The sizes that it renders exactly, such as 1280x720.' }),
  default_size: z.string().meta({ description: 'The size of a request that has none.' }),
  grid: z
    .strictObject({ step: z.int(), min_side: z.int(), max_side: z.int() })
    .nullable()
    .meta({ description: 'Other sizes, whose sides are rounded to this step; null if there are none.' }),
  plans: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The plans that may order it, `none` for no plan; null for everybody.' }),
  included_weight: z.int().meta({
    description: 'What one image or one second uses of an allowance; 0 if no allowance pays for it.',
  }),
  negative_prompt: z.boolean().meta({ description: 'Whether an order of it may have a `negative_prompt`.' }),
  available: z.boolean().meta({ description: 'Whether a live worker renders it now.' }),
  start_seconds: z.int().nullable().meta({
    description:
      'How long a worker takes to start when an order waits for one; null if orders are refused while no live worker renders it.',
  }),
  estimated_wait_seconds: z.int().nullable().meta({
    description:
      'How long an order of its default size and length would take now, with the start of a worker; null while it cannot be ordered.',
  }),
};

export const modelViewSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('image'),
        ...common,
        price: z.array(z.strictObject({ up_to_pixels: z.int().nullable(), cents: z.int() })).meta({
          description: 'Cents per image by its pixels, the smallest first; null for any larger size.',
        }),
      })
      .meta({ id: 'ImageModel', description: 'A model of images.' }),
    z
      .strictObject({
        kind: z.literal('video'),
        ...common,
        mode: z
          .enum(videoModeNames)
          .nullable()
          .meta({ description: 'The `mode` that names it too, if there is one.' }),
        seconds: z
          .union([z.array(z.number()), z.strictObject({ min: z.number(), max: z.number() })])
          .meta({ description: 'The only lengths, or the shortest and the longest.' }),
        default_seconds: z.number(),
        frames_per_second: z.int(),
        frame_step: z.int().meta({ description: 'A video has n x frame_step + 1 frames.' }),
        sound: z.boolean(),
        price: z
          .array(
            z.strictObject({
              price_tier: z.enum(resolutionNames),
              up_to_side: z.int(),
              cents_per_second: z.int(),
            }),
          )
          .meta({ description: 'Cents per second by the longer side, the smallest first.' }),
      })
      .meta({ id: 'VideoModel', description: 'A model of videos.' }),
  ])
  .meta({ id: 'Model', description: 'A model that is sold.' });

export const modelListSchema = z
  .strictObject({
    service: z
      .strictObject({
        name: z.string(),
        support: z.string().nullable().meta({ description: 'An email address, or a page.' }),
        terms_url: z.string().nullable(),
        privacy_url: z.string().nullable(),
      })
      .meta({ description: 'Who sells them.' }),
    models: z.array(modelViewSchema),
    catalogue_version: z.int().meta({ description: 'The version of the catalogue that these are of.' }),
    holds_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the next version starts; null if none is scheduled.' }),
  })
  .meta({ id: 'ModelList', description: 'The models that are sold.' });

export type ModelView = z.infer<typeof modelViewSchema>;
export type ModelList = z.infer<typeof modelListSchema>;
