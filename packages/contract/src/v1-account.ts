import { z } from 'zod';
import { capMaxCents, capMinCents, topUpAmountsUsd } from './limits.ts';
import { ratesSchema } from './rates.ts';

const count = z.int().nonnegative();
const cents = count;
const date = (description: string) => z.iso.datetime().meta({ description });

/** Counters of the current calendar month in UTC. Seconds are metered in thirds and rounded down here. */
export const usageSchema = z
  .strictObject({
    videos_used: count.meta({ description: 'Videos generated.' }),
    videos_overage: count.meta({ description: 'Videos paid per use.' }),
    images_used: count.meta({ description: 'Images generated.' }),
    images_overage: count.meta({ description: 'Images paid per use.' }),
    overage_charged_cents: cents.meta({
      description: 'Charged per use this month, in cents, for storage too.',
    }),
    base_videos_allowance: count.meta({ description: 'Videos included, at 10 seconds each.' }),
    base_images_allowance: count.meta({ description: 'Images included.' }),
    video_seconds_used: count.meta({ description: 'Seconds of video generated, rounded down.' }),
    video_seconds_overage: count.meta({ description: 'Seconds of video paid per use, rounded down.' }),
    base_video_seconds_allowance: count.meta({ description: 'Seconds of video included.' }),
    balance_cents: cents.meta({ description: 'The prepaid balance, in cents.' }),
    month_start: z.iso.date().meta({ description: 'First day of the month, in UTC.' }),
    rates: ratesSchema,
    storage: z
      .strictObject({
        stored_bytes: count.meta({ format: 'int64', description: 'Bytes of results that are kept now.' }),
        included_bytes: count.meta({ format: 'int64', description: 'How many of them cost nothing.' }),
        cents_per_gib_month: cents.nullable().meta({
          description: 'What a GiB above costs for a month, by the day; null if it is sold no more.',
        }),
        charged_cents: cents.meta({
          description: 'Charged for it this month, in cents; part of `overage_charged_cents`.',
        }),
      })
      .optional()
      .meta({
        description: 'Results kept above what is included; absent where the service does not sell that.',
      }),
  })
  .meta({ id: 'Usage', description: 'Counters of the current calendar month in UTC, and the prices.' });

export const purchaseSchema = z
  .strictObject({
    id: z.uuid().meta({ description: 'Id of the purchase.' }),
    amount_cents: cents.meta({ description: 'The amount bought, in cents.' }),
    spent_cents: cents.meta({
      description:
        'The part that is spent, in cents. Grants are spent first, the next to expire before the others; then purchases, oldest first.',
    }),
    refundable_until: z.iso.datetime().nullable().meta({
      description:
        'Until when it can be refunded; null if it cannot: it is spent, refunded, older than 24 hours, or was not paid by card, or the account is under review.',
    }),
    refunded_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was refunded; null if it was not.' }),
    purchased_at: date('When it was bought.'),
    source: z.enum(['checkout', 'auto_recharge', 'grant', 'code']).meta({
      description:
        'How it was bought: `checkout` or `auto_recharge`. Or that it was given: `grant` by the operator, `code` for a code that was redeemed.',
    }),
    expires_at: z.iso
      .datetime()
      .nullable()
      .optional()
      .meta({ description: 'Only of what was given: when the rest of it expires; null for never.' }),
    expired_cents: cents
      .optional()
      .meta({ description: 'Only of what was given: the part that has expired, in cents.' }),
  })
  .meta({ id: 'Purchase', description: 'One addition to the prepaid balance.' });

/** An auto-recharge starts below this balance. */
export const autoRechargeThresholdCents = 200;
/** The monthly cap of an account that has a balance and has set no cap. */
export const defaultMonthlyCapCents = 5000;

export const balanceSchema = z
  .strictObject({
    balance_cents: cents.meta({ description: 'The prepaid balance, in cents.' }),
    auto_recharge: z
      .strictObject({
        enabled: z.boolean(),
        amount_usd: z
          .int()
          .nullable()
          .meta({ description: 'Dollars added each time; null if auto-recharge is off.' }),
        threshold_cents: z
          .literal(autoRechargeThresholdCents)
          .meta({ description: 'A recharge starts when the balance falls below this.' }),
        declined_at: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When the card last declined a recharge; null if it did not.' }),
      })
      .meta({ description: 'Automatic top-ups of the balance.' }),
    monthly_cap_cents: cents.meta({
      description: 'The most that may be charged in a calendar month, in cents.',
    }),
    purchases: z.array(purchaseSchema).max(10).meta({ description: 'The latest ten purchases.' }),
  })
  .meta({ id: 'Balance', description: 'The prepaid balance, auto-recharge and purchases.' });

/** Pay per use on Pro and Max: whether it is on, its cap, and the amount that counts against it. */
export const overageSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'Whether pay per use is on.' }),
    cap_cents: count.meta({
      description:
        'The monthly cap in force, in cents; the same as monthly_cap_cents of the balance. It bounds month-end charges and auto-recharges.',
    }),
    cap_chosen: z.boolean().meta({
      description: 'False while the cap is the default. Pay per use on a plan needs a chosen cap.',
    }),
    cap_limit_cents: count.meta({ description: 'The largest cap that may be set now, in cents.' }),
    raises_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When a larger cap may be set; null if the cap is not limited.' }),
    charged_cents: count.meta({
      description: 'Month-end charges and auto-recharges of this month, in cents.',
    }),
    remaining_cents: count.meta({ description: 'The rest of the cap this month, in cents.' }),
    card_on_file: z.boolean().meta({ description: 'Whether there is a card to charge.' }),
    month_start: z.iso.date().meta({ description: 'First day of the current month in UTC.' }),
    resets_at: z.iso.datetime().meta({ description: 'When the month ends and the cap resets.' }),
  })
  .meta({ id: 'Overage' });

export const capRequestSchema = z
  .strictObject({
    cap_cents: z.int().min(capMinCents).max(capMaxCents).meta({ description: 'The monthly cap, in cents.' }),
  })
  .meta({ id: 'CapRequest' });

export const toggleRequestSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'The new state; repeating the call does not toggle it.' }),
  })
  .meta({ id: 'ToggleRequest' });

export const autoRechargeRequestSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'The new state; `{"enabled": false}` alone turns it off.' }),
    amount_usd: z
      .literal(topUpAmountsUsd, { error: `must be one of ${topUpAmountsUsd.join(', ')}` })
      .optional()
      .meta({ description: 'The amount of each recharge, in US dollars. Required to turn it on.' }),
  })
  .meta({ id: 'AutoRechargeRequest' });

export type Overage = z.infer<typeof overageSchema>;
export type Usage = z.infer<typeof usageSchema>;
export type Purchase = z.infer<typeof purchaseSchema>;
export type Balance = z.infer<typeof balanceSchema>;
