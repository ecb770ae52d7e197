import { z } from 'zod';
import { belowCostSchema } from './operator-prices.ts';
import { monthSchema } from './usage.ts';

const count = z.int().nonnegative();
/** US cents, also parts of one. */
const parts = z.number().nonnegative();

/** What jobs earned and cost. Those that were included in a plan or in a free tier earn nothing themselves. */
const marginSums = {
  /** Delivered jobs that were paid by the order. */
  sold: count,
  /** Delivered jobs that were included. */
  included: count,
  /** Jobs without a result: failed, blocked or cancelled. */
  undelivered: count,
  /** What the ledger settled. */
  revenue_cents: z.int(),
  /** That of all these jobs. */
  cost_cents: parts,
  included_cost_cents: parts,
  undelivered_cost_cents: parts,
  /** Delivered jobs whose cost nobody knows: the margin is at most what it seems to be. */
  without_cost: count,
};

const marginRow = z.strictObject({
  model: z.string(),
  medium: z.enum(['image', 'video']),
  ...marginSums,
});

export const marginQuerySchema = z.strictObject({ month: monthSchema.optional() });

/** GET /operator/margin: what the jobs that ended in a month earned and cost; GET /operator/margin.csv has the days. */
export const operatorMarginSchema = z.strictObject({
  /** Its first day, in UTC. */
  month: z.iso.date(),
  /** Every month with jobs, and the current one, newest first; first days. */
  months: z.array(z.iso.date()),
  /** What is sold below its cost now. */
  below_cost: belowCostSchema,
  total: z.strictObject(marginSums),
  /** Those that earn most come first. */
  models: z.array(marginRow),
  /** The latest comes first. */
  days: z.array(
    z.strictObject({ day: z.iso.date(), models: z.array(marginRow), total: z.strictObject(marginSums) }),
  ),
});
export type OperatorMargin = z.infer<typeof operatorMarginSchema>;
export type MarginRow = z.infer<typeof marginRow>;
export type MarginSums = OperatorMargin['total'];
