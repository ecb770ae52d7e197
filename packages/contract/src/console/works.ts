import { z } from 'zod';
import { workSearchMax } from '../limits.ts';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';

/** The explore page: what people published. */

export const workQuerySchema = z.strictObject({
  q: z.string().max(workSearchMax, `must have at most ${workSearchMax} characters`).optional(),
  kind: z.enum(['image', 'video']).optional(),
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});

export interface ConsoleWork {
  readonly id: string;
  /** What `/report` takes as `content_id`. */
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
