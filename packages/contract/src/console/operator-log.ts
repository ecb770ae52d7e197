import { z } from 'zod';
import { emailMax } from '../limits.ts';
import { pageLimitSchema } from '../pages.ts';
import { isoTimeSchema } from './operator-common.ts';

/** The query of GET /operator/log. */
export const auditLogQuerySchema = z.strictObject({
  kind: z.string().max(40).optional(),
  /** The id or the email address of the account that the event is about, or of the operator who did it. */
  account: z.string().trim().max(emailMax).optional(),
  network: z.string().trim().max(100).optional(),
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  limit: pageLimitSchema,
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be the next_cursor of a page')
    .optional(),
});

export const auditLogSchema = z.strictObject({
  events: z.array(
    z.strictObject({
      id: z.int(),
      at: isoTimeSchema,
      kind: z.string(),
      account_id: z.uuid().nullable(),
      email: z.string().nullable(),
      operator_email: z.string().nullable(),
      network: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** Every kind of event that there can be, for the filter. */
  kinds: z.array(z.string()),
  next_cursor: z.string().optional(),
});
export type AuditLog = z.infer<typeof auditLogSchema>;

/** GET /operator/prices: prices, limits and settings as they are set; nothing secret. */
export const operatorPricesSchema = z.strictObject({
  /** The version of the catalogue that is in force. */
  catalogue_version: z.int(),
  /** Every model of the catalogue, in its order. */
  models: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      medium: z.enum(['image', 'video']),
      /** Cents of an image, or of a second of a video. */
      prices: z.array(
        z.strictObject({
          /** Pixels of an image, or of the longer side of a video; null in the last step of images. */
          up_to: z.int().nullable(),
          cents: z.int(),
        }),
      ),
      /** What an image or a second costs the operator; null if the catalogue does not say. */
      cost_cents: z.number().nullable(),
    }),
  ),
  /** Every plan of the catalogue, in its order. */
  plans: z.array(
    z.strictObject({
      plan: z.string(),
      title: z.string(),
      tier: z.enum(['pro', 'max']),
      /** Null if it is not sold by the month, or by the year. */
      month_cents: z.int().nullable(),
      year_cents: z.int().nullable(),
      /** What a calendar month includes; of videos in seconds. */
      included: z.strictObject({ images: z.int(), video_seconds: z.int() }),
      stored_gib: z.number(),
    }),
  ),
  top_ups_usd: z.array(z.number()),
  default_limits: z.strictObject({
    calls_per_minute: z.int(),
    jobs_at_once: z.int(),
    videos_per_day: z.int(),
    images_per_day: z.int(),
  }),
  tiers: z.array(
    z.strictObject({
      tier: z.enum(['free', 'pro', 'max']),
      max_image_side: z.int(),
      max_video_side: z.int(),
      frames: z.int(),
      jobs_at_once: z.int(),
      calls_per_minute: z.int(),
      credits_per_month: z.int(),
    }),
  ),
  /** GiB of results that an account without a plan may keep; `prepaid` has paid. */
  stored_gib: z.strictObject({ free: z.number(), prepaid: z.number() }),
  /** What a GiB above costs for a month; null if none is sold. */
  storage_price_cents: z.int().nullable(),
  settings: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});
export type OperatorPrices = z.infer<typeof operatorPricesSchema>;
