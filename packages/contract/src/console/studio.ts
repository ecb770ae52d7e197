import { z } from 'zod';
import { meSchema } from '../job-api-account.ts';
import { modelListSchema } from '../v1-models.ts';

/** What the studio needs besides the job API. */

const advertisementSchema = z.strictObject({
  text: z.string(),
  /** Where it leads: an http or https address. */
  url: z.url(),
  image: z.strictObject({ url: z.string(), width: z.int(), height: z.int() }).optional(),
});

export type StudioAdvertisement = z.infer<typeof advertisementSchema>;

export const studioViewSchema = z.strictObject({
  /** Null on a paid tier, and if the operator has set none. */
  advertisement: advertisementSchema.nullable(),
  /** What the plans that are sold allow on the job API. */
  plans: z.array(meSchema.pick({ types: true, limits: true }).extend({ title: z.string() })),
  /** What costs nothing on any tier. */
  free_types: meSchema.shape.types,
  /** What a GiB of stored results above what is included costs for a month; null where nobody stores more. */
  storage_cents_per_gib_month: z.int().nullable(),
  /** Whether the built-in engine is all that renders now. */
  demonstration: z.boolean(),
});

/** The query of the preview of a result: its longer side in pixels, for a tile on a screen of one or two pixels a point. */
export const previewQuerySchema = z.strictObject({ side: z.enum(['256', '512']).default('512') });

/** The models that are sold, at the prices of the account. */
export const studioModelsSchema = modelListSchema.extend({
  /** The titles of the plans that have a model, by the id of each model that the plan of the account does not have. */
  not_in_plan: z.record(z.string(), z.string()),
  /** The ids of the models that render the types of the job API. */
  of_types: z.strictObject({ image: z.string(), video: z.string() }),
});

export type StudioModels = z.infer<typeof studioModelsSchema>;

export type StudioView = z.infer<typeof studioViewSchema>;
