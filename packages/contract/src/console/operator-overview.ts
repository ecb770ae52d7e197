import { z } from 'zod';
import { poolNames } from '../worker-protocol.ts';
import { isoTimeSchema } from './operator-common.ts';

const count = z.int().nonnegative();
const cents = z.int();
const pool = z.enum(poolNames);

/** GET /operator/overview: what happens now, and in the last hour. */
export const operatorOverviewSchema = z.strictObject({
  at: isoTimeSchema,
  /** The last 60 minutes, oldest first; the last one is not over. */
  minutes: z.array(z.strictObject({ at: isoTimeSchema, completed: count, failed: count, blocked: count })),
  pools: z.array(
    z.strictObject({
      pool,
      waiting: count,
      running: count,
      /** Whole seconds until a typical job ordered now would end; null without a live worker. */
      expected_seconds: count.nullable(),
    }),
  ),
  workers: z.strictObject({ healthy: count, silent: count, troubled: count }),
  money: z.strictObject({
    /** The UTC day. */
    day: z.iso.date(),
    revenue_cents: cents,
    top_ups_cents: cents,
    granted_cents: cents,
    refunds_cents: cents,
    /** What the work that brought the revenue cost, as it was recorded; null where nothing is known. */
    work_cost_cents: cents.nullable(),
    /** The models of which a job of that work has no cost. */
    work_without_cost: z.array(z.string()),
    on_hold_cents: cents,
    /** More jobs are open than were added up, so at least `on_hold_cents` are on hold. */
    on_hold_is_lower_bound: z.boolean(),
  }),
  /** What waits for an operator; counted up to 100. */
  attention: z.strictObject({ open_reports: count, accounts_in_review: count }),
});
export type OperatorOverview = z.infer<typeof operatorOverviewSchema>;

/** GET /operator/queue. */
export const operatorQueueSchema = z.strictObject({
  at: isoTimeSchema,
  pools: z.array(
    z.strictObject({
      pool,
      waiting: count,
      running: count,
      live_workers: count,
      /** The tiers are counted among the first so many jobs; all of them if that is `waiting` or more. */
      counted: count,
      tiers: z.array(
        z.strictObject({
          tier: z.enum(['free', 'pro', 'max']),
          waiting: count,
          running: count,
          /** When the job that waits longest was ordered. */
          oldest_at: isoTimeSchema.nullable(),
          expected_seconds: count.nullable(),
        }),
      ),
    }),
  ),
});
export type OperatorQueue = z.infer<typeof operatorQueueSchema>;
