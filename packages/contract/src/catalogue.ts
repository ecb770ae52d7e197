import { z } from 'zod';
import { describeIllegible, isLegibleAccent } from './accent.ts';
import { jobTypes, tierNames } from './job-types.ts';
import { maxResultSide } from './media-limits.ts';
import { resolutionNames, videoModeNames } from './rates.ts';
import { renderOperations } from './worker-protocol.ts';

/**
 * The catalogue: what a service sells, for how much and within which limits. It is the operator's document; the database keeps
 * every version of it. Amounts of money are whole US cents. What one field alone must be is said here; what fields must be
 * together is checked by the server.
 */

const nullable = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().default(null).meta({ description });
const cents = z.int().min(0).max(10_000_000);
const count = z.int().min(0).max(1_000_000_000);
/** The id of a model or a plan. */
export const catalogueIdSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,59}$/,
    'must begin with a letter or digit, and may contain a-z, 0-9 and . _ - only',
  );
const id = catalogueIdSchema;
/** What the database does not keep. */
const hasNoNul = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const NUL = 'must have no NUL character and no half of a character';
const text = (characters: number) => z.string().trim().min(1).max(characters).refine(hasNoNul, NUL);
const title = text(60);
const link = z
  .url({ protocol: /^https?$/, message: 'must be an http or https address' })
  .refine(hasNoNul, NUL);
const side = z.int().min(16).max(maxResultSide);
const size = z
  .string()
  .regex(/^[1-9]\d{1,3}x[1-9]\d{1,3}$/, 'must be WIDTHxHEIGHT in pixels, such as 1280x720');

const grid = z.strictObject({
  step: z
    .int()
    .min(1)
    .max(256)
    .meta({ description: 'Pixels. Sides are rounded to multiples of it; 1 for any side.' }),
  min_side: side.meta({ description: 'Pixels.' }),
  max_side: side.meta({ description: 'Pixels.' }),
});

const common = {
  id: id.meta({
    description: 'The name by which requests and workers call it. It is never used for another model.',
  }),
  title: title.meta({ description: 'The name that people see.' }),
  description: text(300).meta({ description: 'What it is good for, in a sentence or two.' }),
  aliases: z
    .array(z.string().regex(/^[\w./:-]{1,80}$/, 'may have letters, digits and . _ / : - only'))
    .max(20)
    .default([])
    .meta({ description: 'Names by which the OpenAI-compatible interface knows it, besides its id.' }),
  sizes: z.array(size).max(100).default([]).meta({
    description:
      'The sizes that it renders. A mode gives a request within 1 % of the ratio of one of them, in the same resolution, that size.',
  }),
  default_size: size.meta({ description: 'The size of a request that has none.' }),
  grid: nullable(grid, 'Other sizes, rounded to this grid; null if only `sizes` are rendered.'),
  plans: nullable(
    z.array(z.union([z.literal('none'), id])).min(1),
    'Who may order it, by plan; `none` for accounts without one. null for everybody.',
  ),
  included_weight: z.int().min(0).max(100).default(1).meta({
    description:
      'What one second or one image of it uses of the allowance of a plan; 0 if no allowance pays for it.',
  }),
  negative_prompt: z.boolean().default(false).meta({
    description:
      'Whether it takes a negative prompt: what must not be shown. Only what its workers render with one is accepted.',
  }),
  expected_seconds: nullable(
    z.number().positive().max(86_400),
    'How long the default size and length take to render, until it is measured. null for a guess.',
  ),
  start_seconds: nullable(
    z.int().min(1).max(86_400),
    'How long its workers take to start when jobs wait for it, if they may be stopped: orders are then accepted without a live worker. null if one is always there.',
  ),
};

const imageModel = z
  .strictObject({
    medium: z.literal('image'),
    ...common,
    operations: z.array(z.enum(renderOperations)).min(1).meta({
      description: 'What it renders: image (from text), i2i, upscale and upscale_pro (from an image).',
    }),
    price: z
      .array(
        z.strictObject({
          up_to_pixels: count
            .min(1)
            .optional()
            .meta({ description: 'Width times height; absent in the last step only.' }),
          cents,
        }),
      )
      .min(1)
      .max(10)
      .meta({ description: 'Cents per image, in steps of its pixels, the smallest first.' }),
    cost_cents: nullable(
      z.number().min(0).max(100_000),
      'What one image costs the operator, for the margin on the operator’s page of prices.',
    ),
  })
  .meta({ id: 'ImageModel', description: 'A model that renders images.' });

const seconds = z.number().positive().max(600);

const videoModel = z
  .strictObject({
    medium: z.literal('video'),
    ...common,
    mode: nullable(z.enum(videoModeNames), 'The `mode` of the v1 API that selects this model.'),
    operations: z.array(z.enum(renderOperations)).min(1).meta({
      description: 'What it renders: video (from text), i2v (from an image).',
    }),
    frames: z
      .strictObject({
        per_second: z.int().min(1).max(120),
        step: z.int().min(1).max(64).meta({ description: 'A video has n x step + 1 frames.' }),
      })
      .meta({ description: 'The frame rate, and the lengths that the model can have.' }),
    seconds: z
      .union([z.array(seconds).min(1).max(50), z.strictObject({ min: seconds, max: seconds })])
      .meta({ description: 'The only lengths, or the shortest and the longest.' }),
    default_seconds: seconds.default(5),
    sound: z.boolean().meta({ description: 'Whether its videos have sound.' }),
    price: z
      .array(
        z.strictObject({
          resolution: z.enum(resolutionNames).meta({
            description: 'How the v1 API calls this step, as its `price_tier`; a name, whatever the pixels.',
          }),
          up_to_side: side.meta({ description: 'Pixels of the longer side.' }),
          cents_per_second: cents,
        }),
      )
      .min(1)
      .max(resolutionNames.length)
      .meta({ description: 'Cents per second, in steps of the longer side, the smallest first.' }),
    prompt: z.enum(['as_written', 'shot', 'long_shot']).default('as_written').meta({
      description:
        'Whether the prompt is rewritten as the description of a shot before it is rendered, if a chat model is set.',
    }),
    cost_cents_per_second: nullable(
      z.number().min(0).max(100_000),
      'What one second costs the operator, for the margin on the operator’s page of prices.',
    ),
  })
  .meta({ id: 'VideoModel', description: 'A model that renders videos.' });

export const modelSchema = z.discriminatedUnion('medium', [imageModel, videoModel]);

const plan = z
  .strictObject({
    id,
    title: title.meta({ description: 'The name that people see.' }),
    tier: z.enum(tierNames).exclude(['free']).meta({ description: 'Its tier of the job API.' }),
    month_cents: nullable(cents.min(50), 'The price of a month; null if it is not sold by the month.'),
    year_cents: nullable(cents.min(50), 'The price of a year; null if it is not sold by the year.'),
    included: z
      .strictObject({
        images: count.default(0),
        video_seconds: count.default(0),
      })
      .prefault({})
      .meta({ description: 'What a calendar month includes.' }),
    stored_gib: z
      .number()
      .min(0)
      .max(1_000_000)
      .meta({ description: 'GiB of results that an account keeps at once.' }),
  })
  .meta({ id: 'Plan', description: 'A subscription.' });

const priceList = z
  .strictObject({
    id,
    title: title.meta({ description: 'The name that the operator sees.' }),
    percent: z.int().min(0).max(1000).default(100).meta({
      description: 'What its accounts pay of each price of a model, rounded half up to a whole cent.',
    }),
    prices: z.record(id, z.array(cents)).default({}).meta({
      description: 'Prices of its own by model: the cents of each step, in the order of the model’s `price`.',
    }),
  })
  .meta({ id: 'PriceList', description: 'Other prices of the models, for the accounts that have it.' });

const requestLimits = {
  calls_per_minute: z.int().min(1).max(100_000),
  jobs_at_once: z.int().min(1).max(100_000),
};

const tier = z.strictObject({
  image_side: side.meta({ description: 'Pixels of the longer side.' }),
  video_side: side.meta({ description: 'Pixels of the longer side.' }),
  frames: z.int().min(17).max(257),
  ...requestLimits,
  waiting_orders: z.int().min(0).max(1000).default(50).meta({
    description: 'Orders of the studio that may wait until one of the jobs of the account ends.',
  }),
  credits_per_month: count,
});

const jobType = z.strictObject({
  longest_side: nullable(side, 'Pixels; null where the size follows from the uploaded image.'),
  needs_paid_tier: z.boolean().meta({ description: 'It then costs credits, too.' }),
});

export const catalogueSchema = z
  .strictObject({
    starts_at: nullable(
      z.iso.datetime({ offset: true, message: 'must be a time with its zone, such as 2027-01-01T00:00:00Z' }),
      'When this version starts, if that is later than its application.',
    ),
    service: z.strictObject({
      name: title.meta({ description: 'What customers know the service as.' }),
      support: nullable(z.union([z.email(), link]), 'The address or page of the support.'),
      terms_url: nullable(link, 'The terms of use.'),
      privacy_url: nullable(link, 'The privacy policy.'),
      accent: nullable(
        z
          .string()
          .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour as #rrggbb', abort: true })
          .refine(isLegibleAccent, {
            error: ({ input }) => describeIllegible(String(input)),
          }),
        'The colour of buttons and links, such as #1d4ed8.',
      ),
      headline: nullable(text(80), 'The first line of the home page.'),
      description: nullable(text(300), 'What the home page says below its headline.'),
    }),
    models: z.array(modelSchema).min(2).max(200),
    default_image_model: id.meta({
      description:
        'The image model of a request that names none, and of the job API. The default for videos is the model of the mode `fast`.',
    }),
    plans: z.array(plan).min(2).max(20),
    price_lists: z.array(priceList).max(200).default([]),
    new_accounts: z
      .strictObject({
        ...requestLimits,
        videos_per_day: z.int().min(0).max(1_000_000),
        images_per_day: z.int().min(0).max(1_000_000),
      })
      .meta({ description: 'The limits of an account on the v1 API, until the operator raises them.' }),
    stored_gib: z
      .strictObject({ free: z.number().min(0).max(1_000_000), prepaid: z.number().min(0).max(1_000_000) })
      .meta({
        description:
          'GiB of results that an account without a plan keeps: one that never paid, and one that has.',
      }),
    storage: z
      .strictObject({
        cents_per_gib_month: nullable(
          cents.min(1),
          'What a GiB of results above those costs for a month. Null: nobody keeps more, and nothing is charged.',
        ),
        kept_percent: z.int().min(0).max(100).default(50).meta({
          description:
            'How much of what is included may be results that people keep beyond their 7 days. What is above costs the same as all storage.',
        }),
      })
      .prefault({}),
    job_api: z.strictObject({
      credits_per_dollar: z.int().min(1).max(100_000),
      tiers: z.strictObject({ free: tier, pro: tier, max: tier }),
      types: z.record(z.enum(jobTypes), jobType),
    }),
  })
  .meta({
    id: 'Catalogue',
    title: 'A Kinora catalogue',
    description: 'What a service sells, and for how much.',
  });

/** The schema for editors of the file. */
export function catalogueJsonSchema(): object {
  return z.toJSONSchema(catalogueSchema, { io: 'input' });
}

export type CatalogueDocument = z.output<typeof catalogueSchema>;
/** The names and links that customers see. */
export type ServiceIdentity = CatalogueDocument['service'];
export type ImageModelDocument = z.output<typeof imageModel>;
export type VideoModelDocument = z.output<typeof videoModel>;
export type PlanDocument = z.output<typeof plan>;
export type PriceListDocument = z.output<typeof priceList>;
