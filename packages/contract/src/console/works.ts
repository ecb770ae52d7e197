import { z } from 'zod';
import { workSearchMax } from '../limits.ts';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';

/** The explore page: what people published. */

/** `shuffled` has no pattern; it begins where the `visit` says, so it stays the same for one. */
export const workOrders = ['newest', 'oldest', 'shuffled'] as const;
export type WorkOrder = (typeof workOrders)[number];

export const workQuerySchema = z.strictObject({
  q: z.string().max(workSearchMax, `must have at most ${workSearchMax} characters`).optional(),
  kind: z.enum(['image', 'video']).optional(),
  order: z.enum(workOrders).default('newest'),
  visit: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number of at most 9 digits')
    .default('0'),
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});

/** What a person agrees to with PUT /published/<job id>. */
export const publishBodySchema = z.strictObject({
  /** The version of the words that were shown. */
  consent: z.number().int().min(1),
  /** Whether everybody may see the seed. */
  shows_seed: z.boolean().default(false),
});
export type PublishBody = z.input<typeof publishBodySchema>;

export interface ConsoleWork {
  readonly id: string;
  /** What a report takes as `content_id`. */
  readonly content_id: string;
  readonly kind: 'image' | 'video';
  readonly prompt: string;
  /** Paths on the service's origin. */
  readonly url: string;
  readonly preview_url: string | null;
  readonly width: number;
  readonly height: number;
  /** Seconds; null for images. */
  readonly duration: number | null;
  /** The id of the model. */
  readonly model: string;
  /** Null unless the person who published it let everybody see it. */
  readonly seed: number | null;
  readonly published_at: string;
  /** Whether the built-in engine drew it. */
  readonly demonstration: boolean;
}

export interface ConsoleWorkList {
  readonly works: readonly ConsoleWork[];
  readonly next_cursor?: string;
}

/** The jobs of the signed-in person whose results are published, each with the work that `/explore?work=` shows. */
export interface PublishedJobs {
  readonly jobs: readonly { readonly job_id: string; readonly work_id: string }[];
}
