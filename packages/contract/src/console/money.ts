import { z } from 'zod';
import { catalogueIdSchema } from '../catalogue.ts';
import { topUpAmountsUsd, typedCodeMax } from '../limits.ts';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';
import { planIntervalSchema } from '../plans.ts';
import { balanceSchema, overageSchema } from '../v1-account.ts';

/** The money pages of the account: plan, balance, card, payments and invoices. Amounts are US cents. */

const cents = z.int().nonnegative();
const time = z.iso.datetime();
const plan = catalogueIdSchema;
const interval = planIntervalSchema;
/** The name of a plan that people see. */
const title = z.string();

/** What keeps an account from being served, or soon will, with the facts that its remedy needs. */
export const attentionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account_review'), since: time }),
  z.strictObject({ kind: z.literal('suspended'), until: time }),
  z.strictObject({
    kind: z.literal('arrears'),
    since: time,
    amount_cents: cents,
    /** The invoices are being charged right now. */
    charging: z.boolean(),
    card_on_file: z.boolean(),
    /** The part that is no invoice: a payment went back after it was spent. The balance pays it. */
    taken_back_cents: cents,
  }),
  z.strictObject({ kind: z.literal('recharge_declined'), at: time }),
  /** The latest top-up was paid in a way that cannot be charged again, and there is no card on file. */
  z.strictObject({ kind: z.literal('card_not_saved'), paid_with: z.string() }),
  z.strictObject({ kind: z.literal('card_expired'), last4: z.string() }),
  z.strictObject({ kind: z.literal('card_missing') }),
  z.strictObject({ kind: z.literal('pay_per_use_off') }),
  z.strictObject({ kind: z.literal('balance_low') }),
]);

const planChoiceSchema = z.strictObject({ plan, interval });

const cardSchema = z.strictObject({
  brand: z.string(),
  last4: z.string(),
  /** The last month in which it is valid. */
  expires: z.strictObject({ month: z.int(), year: z.int() }).nullable(),
  added_at: time,
});

const accountPlanSchema = z.strictObject({
  plan,
  title,
  /** Null for a plan that was not bought here. */
  interval: interval.nullable(),
  source: z.enum(['web', 'app_store', 'operator']),
  billing: z.enum(['none', 'manual']).nullable(),
  /** Whether it can be changed and cancelled here. */
  manageable: z.boolean(),
  /** What the period that is paid costs, whatever the plan is sold for now; null if it was not bought here. */
  amount_cents: cents.nullable(),
  /** The next charge; null if the plan ends, or is not charged. */
  next_charge: z.strictObject({ amount_cents: cents, at: time }).nullable(),
  /** When it ends, once it is cancelled. */
  ends_at: time.nullable(),
  /** What it changes to at the end of the paid period: another plan, or this one at another price. */
  next: planChoiceSchema.extend({ title, amount_cents: cents, at: time }).nullable(),
});

export const moneyOverviewSchema = z.strictObject({
  attention: z.array(attentionSchema),
  balance: balanceSchema,
  pay_per_use: overageSchema,
  plan: accountPlanSchema.nullable(),
  offers: z.array(
    planChoiceSchema.extend({
      title,
      /** The price of a billing period. */
      amount_cents: cents,
      monthly_cents: cents,
      /** What a calendar month includes; of videos in seconds. */
      included: z.strictObject({ images: z.int(), video_seconds: z.int(), credits: z.int() }),
      /** Jobs that the studio makes at once, and GiB of results that it keeps. */
      jobs_at_once: z.int(),
      stored_gib: z.number(),
    }),
  ),
  /** The models of which a second, or an image, uses more than one of what a plan includes; none of it with 0. */
  included_weights: z.array(z.strictObject({ title: z.string(), weight: z.int() })),
  /** What a GiB of results beyond what is included costs for a month; null if none is sold. */
  storage_price_cents: cents.nullable(),
  top_up_amounts_usd: z.array(z.literal(topUpAmountsUsd)),
  card: cardSchema.nullable(),
  /** The largest auto-recharge that may be set now, and why. */
  recharge_limit: z.strictObject({
    amount_usd: z.int(),
    code: z.enum(['new_account_recharge_limit', 'new_card_recharge_limit']).nullable(),
    raises_at: time.nullable(),
  }),
  /** The outcome of the latest page of the payment provider; null if there was none. */
  latest_checkout: z.enum(['open', 'succeeded', 'failed']).nullable(),
  latest_card_setup: z.enum(['open', 'succeeded', 'failed']).nullable(),
});

export const topUpRequestSchema = z.strictObject({
  amount_usd: z.literal(topUpAmountsUsd, { error: `must be one of ${topUpAmountsUsd.join(', ')}` }),
});

export const planRequestSchema = planChoiceSchema.extend({
  /** What was shown before the change was confirmed: this amount is charged, or nothing changes. */
  agreed: z.strictObject({ amount_cents: cents, priced_at: time }).optional(),
});

/** What each upgrade of the plan charges at once; empty without a subscription, or while it is not known. */
export const planUpgradesSchema = z.strictObject({
  priced_at: time,
  upgrades: z.array(planChoiceSchema.extend({ amount_cents: cents })),
});

/** A page of the payment provider, to which the browser goes. */
export const checkoutSchema = z.strictObject({ checkout_url: z.url() });

export const planChangeSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('checkout'), checkout_url: z.url() }),
  z.strictObject({ outcome: z.enum(['changed', 'scheduled', 'kept']) }),
]);

/** POST /billing/redeem; letter case, hyphens and spaces do not matter. */
export const redeemRequestSchema = z.strictObject({
  code: z
    .string()
    .trim()
    .min(1, 'must be a code')
    .max(typedCodeMax, `must have at most ${typedCodeMax} characters`),
});

export const moneyPageQuerySchema = z.strictObject({
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});

const nextCursor = z.uuid().optional();

export const paymentPageSchema = z.strictObject({
  payments: z.array(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['top_up', 'auto_recharge', 'plan']),
      amount_cents: cents,
      plan: plan.nullable(),
      plan_title: title.nullable(),
      interval: interval.nullable(),
      /** Whether it was the difference of an upgrade to that plan. */
      upgrade: z.boolean(),
      /** How it was paid if not by a card, by the name that the payment provider has for it. */
      paid_with: z.string().nullable(),
      /** What the payment provider took back of it: refunds that were not requested here, and lost disputes. */
      taken_back_cents: cents,
      state: z.enum(['paid', 'pending', 'declined']),
      at: time,
      refund: z.enum(['open', 'settled', 'failed', 'refused']).nullable(),
      /** The PDF is below /api/console/receipts, like that of the payment. */
      credit_note: z.uuid().nullable(),
    }),
  ),
  next_cursor: nextCursor,
});

export const invoicePageSchema = z.strictObject({
  invoices: z.array(
    z.strictObject({
      id: z.uuid(),
      /** First day of the invoiced month. */
      month: z.iso.date(),
      amount_cents: cents,
      /** `waived`: nothing was due of it any more, and nothing was paid. */
      state: z.enum(['open', 'unpaid', 'paid', 'waived']),
      collection: z.enum(['card', 'manual']),
      created_at: time,
      paid_at: time.nullable(),
    }),
  ),
  next_cursor: nextCursor,
});

export type Attention = z.infer<typeof attentionSchema>;
export type MoneyOverview = z.infer<typeof moneyOverviewSchema>;
export type AccountPlan = z.infer<typeof accountPlanSchema>;
export type PlanRequest = z.infer<typeof planRequestSchema>;
export type PlanUpgrades = z.infer<typeof planUpgradesSchema>;
export type PlanChange = z.infer<typeof planChangeSchema>;
export type Checkout = z.infer<typeof checkoutSchema>;
export type PaymentPage = z.infer<typeof paymentPageSchema>;
export type InvoicePage = z.infer<typeof invoicePageSchema>;
