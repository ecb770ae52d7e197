import { z } from 'zod';
import { ratesSchema, topUpAmountsUsd } from './rates.ts';

const count = z.int().nonnegative();
const cents = count;
const date = (description: string) => z.iso.datetime().meta({ description });

/** All counters are for the current calendar month in UTC. Seconds are metered in thirds, shown whole. */
export const usageSchema = z
  .strictObject({
    videos_used: count.meta({ description: 'Clips made.' }),
    videos_overage: count.meta({ description: 'Clips paid per use.' }),
    images_used: count.meta({ description: 'Images made.' }),
    images_overage: count.meta({ description: 'Images paid per use.' }),
    overage_charged_cents: cents.meta({ description: 'Charged per use this month, in cents.' }),
    base_videos_allowance: count.meta({ description: 'Clips included, at 10 seconds each.' }),
    base_images_allowance: count.meta({ description: 'Images included.' }),
    video_seconds_used: count.meta({ description: 'Whole seconds of video made.' }),
    video_seconds_overage: count.meta({ description: 'Whole seconds paid per use.' }),
    base_video_seconds_allowance: count.meta({ description: 'Seconds of video included.' }),
    balance_cents: cents.meta({ description: 'The prepaid balance, in cents.' }),
    month_start: z.iso.date().meta({ description: 'First day of the month, in UTC.' }),
    rates: ratesSchema,
  })
  .meta({ id: 'Usage', description: 'Counters of the current calendar month in UTC, and the prices.' });

export const purchaseSchema = z
  .strictObject({
    id: z.uuid().meta({ description: 'Identifier of the purchase.' }),
    amount_cents: cents.meta({ description: 'What was bought, in cents.' }),
    spent_cents: cents.meta({ description: 'How much of it is spent. Purchases are spent oldest first.' }),
    refundable_until: date('Until then it can be refunded, as long as none of it is spent.'),
    refunded_at: z.iso.datetime().nullable().meta({ description: 'When it was refunded, if it was.' }),
    purchased_at: date('When it was bought.'),
    source: z.enum(['checkout', 'auto_recharge']).meta({ description: 'How it was bought.' }),
  })
  .meta({ id: 'Purchase', description: 'One top-up of the prepaid balance.' });

/** Below this balance an auto-recharge starts. */
export const autoRechargeThresholdCents = 200;
/** The monthly cap of an account with a balance and no cap of its own. */
export const defaultMonthlyCapCents = 5000;

export const balanceSchema = z
  .strictObject({
    balance_cents: cents.meta({ description: 'What is left to spend, in cents.' }),
    auto_recharge: z
      .strictObject({
        enabled: z.boolean(),
        amount_usd: z
          .int()
          .nullable()
          .meta({ description: 'Dollars added each time; null while it is off.' }),
        threshold_cents: z
          .literal(autoRechargeThresholdCents)
          .meta({ description: 'A recharge starts when the balance falls below this.' }),
        declined_at: z.iso.datetime().nullable().meta({ description: 'When the card last declined one.' }),
      })
      .meta({ description: 'Tops the balance up by itself.' }),
    monthly_cap_cents: cents.meta({ description: 'Most that a calendar month may charge, in cents.' }),
    purchases: z.array(purchaseSchema).max(10).meta({ description: 'The latest ten.' }),
  })
  .meta({ id: 'Balance', description: 'The prepaid balance and what feeds it.' });

/** Pay per use on Pro and Max: whether it is on, its cap, and what the cap has bounded so far this month. */
export const overageSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'Whether pay per use is on.' }),
    cap_cents: count.nullable().meta({ description: 'The monthly cap, in cents; null while none is set.' }),
    cap_limit_cents: count.meta({ description: 'The largest cap that may be set today.' }),
    raises_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When a larger cap may be set; null when nothing is held back.' }),
    charged_cents: count.meta({ description: 'Month-end charges and auto-recharges of this month.' }),
    remaining_cents: count.meta({ description: 'What the cap leaves this month.' }),
    card_on_file: z.boolean().meta({ description: 'Whether there is a card to charge.' }),
    month_start: z.iso.date().meta({ description: 'First day of the current month in UTC.' }),
    resets_at: z.iso.datetime().meta({ description: 'When the month ends and the cap begins anew.' }),
  })
  .meta({ id: 'Overage' });

export const capMinCents = 500;
export const capMaxCents = 100_000;

export const capRequestSchema = z
  .strictObject({
    cap_cents: z.int().min(capMinCents).max(capMaxCents).meta({ description: 'The monthly cap, in cents.' }),
  })
  .meta({ id: 'CapRequest' });

export const toggleRequestSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'On or off; it sets, it never flips.' }),
  })
  .meta({ id: 'ToggleRequest' });

export const autoRechargeRequestSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'On or off; `{"enabled": false}` alone turns it off.' }),
    amount_usd: z
      .literal(topUpAmountsUsd, { error: `must be one of ${topUpAmountsUsd.join(', ')}` })
      .optional()
      .meta({ description: 'What each recharge adds, in US dollars. Needed to turn it on.' }),
  })
  .meta({ id: 'AutoRechargeRequest' });

export type Overage = z.infer<typeof overageSchema>;
export type Usage = z.infer<typeof usageSchema>;
export type Purchase = z.infer<typeof purchaseSchema>;
export type Balance = z.infer<typeof balanceSchema>;
