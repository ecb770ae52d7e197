import { z } from 'zod';
import type { JobApiJobStatus } from '../job-api.ts';
import { jobListQuerySchema } from '../job-api-account.ts';
import { libraryNameMax, promptMaxCodePoints, resultsAtOnceMax, seedMax, workSearchMax } from '../limits.ts';
import { nameSchema } from '../names.ts';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';

/** Finding and keeping in the studio: results, collections, prompts and templates. */

const search = z.string().max(workSearchMax, `must have at most ${workSearchMax} characters`);
const resultId = z.uuid('must be the id of a job');

/** GET /studio/results: those of the last seven days and those that are kept, newest first. */
export const resultQuerySchema = jobListQuerySchema.extend({
  q: search.optional(),
  /** The id of a collection, or `favourites`. */
  collection: z
    .union([z.literal('favourites'), z.uuid('must be the id of a collection, or favourites')])
    .optional(),
  kept: z.literal('yes').optional(),
});

/** A job as the job API shows it, with what the person made of its result. */
export interface StudioResult extends JobApiJobStatus {
  readonly library?: ResultMarks;
}

export interface ResultMarks {
  readonly favourite: boolean;
  /** The ids of its collections. */
  readonly collections: readonly string[];
  readonly kept: boolean;
  /** Whether its job is gone, so that the copy is all that is left. */
  readonly gone: boolean;
}

export interface StudioResultList {
  readonly jobs: readonly StudioResult[];
  readonly next_cursor?: string;
}

const name = nameSchema(libraryNameMax);

/** POST /studio/collections, and PATCH of one and of a template. */
export const libraryNameSchema = z.strictObject({ name });

export interface StudioCollection {
  readonly id: string;
  /** Null for the favourites. */
  readonly name: string | null;
  readonly results: number;
}

/** GET /studio/collections: at most 100, and the favourites. */
export interface StudioCollections {
  readonly collections: readonly StudioCollection[];
}

const someResults = z
  .array(resultId)
  .max(resultsAtOnceMax, `must have at most ${resultsAtOnceMax} ids`)
  .default([]);

/** POST /studio/collections/<id>/results. */
export const collectionChangeSchema = z.strictObject({ add: someResults, remove: someResults });

/** GET /studio/archive: a ZIP of these results. */
export const archiveQuerySchema = z.strictObject({
  ids: z
    .string()
    .transform((ids) => [...new Set(ids.split(','))])
    .pipe(z.array(resultId).min(1).max(resultsAtOnceMax, `must have at most ${resultsAtOnceMax} ids`)),
});

/** GET /studio/prompts: those of the last seven days, each once, newest first. */
export const promptQuerySchema = z.strictObject({
  q: search.optional(),
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});

export interface RecentPrompts {
  readonly prompts: readonly {
    readonly job_id: string;
    readonly prompt: string;
    readonly created_at: string;
  }[];
  readonly next_cursor?: string;
}

const pixels = z.int().min(1).max(65_536);

const promptOfDraft = z
  .string()
  .refine(
    (prompt) => [...prompt].length <= promptMaxCodePoints,
    `must have at most ${promptMaxCodePoints} characters`,
  );

/** A draft of the studio without its image, as a template has it. */
export const templateDraftSchema = z.strictObject({
  operation: z.enum(['image', 'image-from-image', 'video', 'video-from-image', 'upscale']),
  prompt: promptOfDraft,
  avoided: promptOfDraft.optional(),
  size: pixels,
  shape: z.string().max(10),
  length: z.int().min(1).max(100_000),
  sound: z.boolean().optional(),
  factor: z.union([z.literal(2), z.literal(4)]),
  seed: z.int().min(0).max(seedMax).optional(),
  payWith: z.enum(['credits', 'balance']).optional(),
  models: z.strictObject({ image: z.string().max(100).optional(), video: z.string().max(100).optional() }),
  pixels: z.strictObject({ width: pixels, height: pixels }).optional(),
  seconds: z.number().min(0).max(100_000).optional(),
});
export type TemplateDraft = z.infer<typeof templateDraftSchema>;

/** POST /studio/templates. */
export const templateBodySchema = z.strictObject({ name, draft: templateDraftSchema });

export interface StudioTemplate {
  readonly id: string;
  readonly name: string;
  readonly draft: TemplateDraft;
}

/** GET /studio/templates: at most 100, newest first. */
export interface StudioTemplates {
  readonly templates: readonly StudioTemplate[];
}
