import { z } from 'zod';
import { ratesSchema } from './rates.ts';

const count = z.int().nonnegative();

/** All counters are for the current calendar month in UTC. Seconds are metered in thirds, shown whole. */
export const usageSchema = z
  .strictObject({
    videos_used: count,
    videos_overage: count,
    images_used: count,
    images_overage: count,
    overage_charged_cents: count,
    base_videos_allowance: count,
    base_images_allowance: count,
    video_seconds_used: count,
    video_seconds_overage: count,
    base_video_seconds_allowance: count,
    balance_cents: count,
    month_start: z.iso.date(),
    rates: ratesSchema,
  })
  .meta({ id: 'Usage' });

export const purchaseSchema = z
  .strictObject({
    id: z.uuid(),
    amount_cents: count,
    spent_cents: count,
    refundable_until: z.iso.datetime(),
    refunded_at: z.iso.datetime().nullable(),
    purchased_at: z.iso.datetime(),
    source: z.enum(['checkout', 'auto_recharge']),
  })
  .meta({ id: 'Purchase' });

/** Below this balance an auto-recharge starts. */
export const autoRechargeThresholdCents = 200;
/** The monthly cap of an account with a balance and no cap of its own. */
export const defaultMonthlyCapCents = 5000;

export const balanceSchema = z
  .strictObject({
    balance_cents: count,
    auto_recharge: z.strictObject({
      enabled: z.boolean(),
      amount_usd: z.int().nullable(),
      threshold_cents: z.literal(autoRechargeThresholdCents),
      declined_at: z.iso.datetime().nullable(),
    }),
    monthly_cap_cents: count,
    purchases: z.array(purchaseSchema).max(10).meta({ description: 'The latest ten.' }),
  })
  .meta({ id: 'Balance' });

export type Usage = z.infer<typeof usageSchema>;
export type Purchase = z.infer<typeof purchaseSchema>;
export type Balance = z.infer<typeof balanceSchema>;
