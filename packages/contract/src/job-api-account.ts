import { z } from 'zod';
import { jobApiJobStatusSchema, modelOfJob } from './job-api.ts';
import { jobTypes, tierNames } from './job-types.ts';
import { pageCursorSchema, pageLimitSchema } from './pages.ts';

/** The schemas of the job API for a front end: who is signed in, what a job would cost, and the jobs so far. */

const pixels = (medium: string) =>
  z.int().meta({ description: `The longer side of ${medium} is clamped to this, in pixels.` });

const limits = z
  .strictObject({
    image_longest_side: pixels('an image'),
    video_longest_side: pixels('a video'),
    video_frames: z.int().meta({ description: 'The `length` of a video is clamped to this.' }),
    jobs_at_once: z.int().meta({ description: 'Jobs that may be queued or generating.' }),
    calls_per_minute: z.int().meta({ description: 'Generate calls within a minute.' }),
  })
  .meta({ id: 'TierLimits', description: 'The limits of the tier.' });

const types = z.array(z.enum(jobTypes));

export const meSchema = z
  .strictObject({
    account_id: z.uuid(),
    email: z.string().meta({ description: 'The address that you sign in with.' }),
    tier: z.enum(tierNames).meta({ description: 'Your tier.' }),
    types: types.meta({ description: 'The types that the tier may generate.' }),
    limits,
    open_jobs: z.int().meta({ description: 'Jobs that are queued or generating.' }),
    credits: z
      .strictObject({
        per_month: z.int().meta({ description: 'Credits of the tier per calendar month (UTC).' }),
        left: z.int().nonnegative().meta({ description: 'Credits left this month.' }),
        resets_at: z.int().meta({ description: 'When the next month begins, in Unix seconds.' }),
      })
      .meta({ id: 'TierCredits', description: 'The credits of the tier; unused ones expire.' }),
    balance: z
      .strictObject({
        cents: z.int().nonnegative().meta({ description: 'The prepaid balance, in cents.' }),
        types: types.meta({ description: 'The types that may be generated from it.' }),
        limits,
      })
      .meta({ id: 'BalanceTerms', description: 'What may be ordered with `pay_with: "balance"`.' }),
  })
  .meta({ id: 'Me', description: 'The signed-in account, its tier and its credits.' });

export type Me = z.infer<typeof meSchema>;

export const jobQuoteSchema = z
  .strictObject({
    type: z.enum(jobTypes).meta({ description: 'As requested.' }),
    kind: z.enum(['image', 'video']),
    width: z.int().meta({ description: 'Pixels that would be delivered.' }),
    height: z.int().meta({ description: 'Pixels that would be delivered.' }),
    ...modelOfJob,
    frames: z.int().optional().meta({ description: 'Frames that would be delivered; absent for an image.' }),
    sound: z.boolean().meta({ description: 'Whether the result would have sound.' }),
    credit_cost: z.int().nonnegative().meta({ description: 'Credits that the job would cost.' }),
    credits_left: z.int().nonnegative().meta({ description: 'Credits left this month, before the job.' }),
    price_cents: z.int().nonnegative().optional().meta({
      description: 'With `pay_with: "balance"`: what the job would cost, in cents.',
    }),
    balance_cents: z.int().nonnegative().optional().meta({
      description: 'With `pay_with: "balance"`: the prepaid balance, before the job.',
    }),
    tier: z.enum(tierNames).meta({ description: 'Your tier; Pro for a job that is paid from the balance.' }),
  })
  .meta({ id: 'JobQuote', description: 'What a job would deliver and cost. Nothing is reserved.' });

export type JobQuoteView = z.infer<typeof jobQuoteSchema>;

export const jobListQuerySchema = z.strictObject({
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
  status: jobApiJobStatusSchema.shape.status.optional(),
  kind: jobApiJobStatusSchema.shape.worker.optional(),
});

export const jobListSchema = z
  .strictObject({
    jobs: z.array(jobApiJobStatusSchema).meta({ description: 'Newest first.' }),
    next_cursor: z
      .uuid()
      .optional()
      .meta({ description: 'The `cursor` of the next page; absent on the last one.' }),
  })
  .meta({ id: 'JobList', description: 'A page of your jobs.' });

export type JobList = z.infer<typeof jobListSchema>;
