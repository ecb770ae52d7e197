import { z } from 'zod';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';
import { usageSchema } from '../v1-account.ts';

/** What an account used, by day and by job. */

const count = z.int().nonnegative();
const seconds = z.number().nonnegative();
export const monthSchema = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, as 2026-01')
  .transform((text) => `${text}-01`);
const kind = z.enum(['image', 'video']);

export const usageQuerySchema = z.strictObject({ month: monthSchema.optional() });

export const usageMonthSchema = z.strictObject({
  /**
   * The counters of the month, as `GET /v1/usage` has those of the current one; the allowance is that of the plan
   * now.
   */
  usage: usageSchema,
  is_current: z.boolean(),
  /** When the allowances reset. */
  resets_at: z.iso.datetime(),
  /** Every month with use, and the current one, newest first; first days. */
  months: z.array(z.iso.date()),
  credits: z.strictObject({ used: count, per_month: count }),
  balance_spent_cents: count,
  month_end_cents: count,
  /** The days on which something was used. */
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      images_included: count,
      images_overage: count,
      videos_included: count,
      videos_overage: count,
      seconds_included: seconds,
      seconds_overage: seconds,
      balance_cents: count,
      month_end_cents: count,
      credit_images: count,
      credit_videos: count,
      credits: count,
    }),
  ),
});

const jobCostFilter = { month: monthSchema.optional(), kind: kind.optional() };

export const jobCostFilterSchema = z.strictObject(jobCostFilter);
export const jobCostQuerySchema = z.strictObject({
  ...jobCostFilter,
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});

const jobCostSchema = z.strictObject({
  job_id: z.uuid(),
  created_at: z.iso.datetime(),
  via: z.enum(['api', 'studio']),
  kind,
  /** The id of its model. */
  model: z.string(),
  width: count,
  height: count,
  seconds: seconds.nullable(),
  state: z.enum(['queued', 'running', 'completed', 'failed', 'blocked', 'cancelled']),
  /** `held` until the job ends; a `reversed` charge cost nothing. */
  charge: z.enum(['held', 'settled', 'reversed']),
  /** Null for a job that is paid in credits. */
  price_cents: count.nullable(),
  from_allowance: z.boolean(),
  balance_cents: count,
  month_end_cents: count,
  credits: count.nullable(),
});

export const jobCostPageSchema = z.strictObject({
  jobs: z.array(jobCostSchema),
  next_cursor: z.uuid().optional(),
});

export type UsageMonth = z.infer<typeof usageMonthSchema>;
export type JobCostView = z.infer<typeof jobCostSchema>;
export type JobCostPage = z.infer<typeof jobCostPageSchema>;
