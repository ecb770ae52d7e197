import { z } from 'zod';
import { catalogueIdSchema } from '../catalogue.ts';
import { emailMax } from '../limits.ts';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';
import { isoTimeSchema, operatorReasonSchema } from './operator-common.ts';
import { ledgerTransactionSchema } from './operator-jobs.ts';

const count = z.int().nonnegative();
const cents = z.int().nonnegative();

/** The query of GET /operator/accounts. */
export const operatorAccountsQuerySchema = z.strictObject({
  /** How an email address or the prefix of a key begins, or the id of an account. */
  search: z.string().trim().max(emailMax, `must have at most ${emailMax} characters`).optional(),
  only: z.enum(['banned', 'in_review', 'suspended']).optional(),
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});

const operatorAccountSchema = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  created_at: isoTimeSchema,
  operator: z.boolean(),
  plan: catalogueIdSchema.nullable(),
  /** The name of the plan that people see. */
  plan_title: z.string().nullable(),
  balance_cents: cents,
  banned: z.boolean(),
  in_review: z.boolean(),
  /** Whether too many rejected prompts and results suspended it. */
  suspended: z.boolean(),
});
export type OperatorAccount = z.infer<typeof operatorAccountSchema>;

export const operatorAccountsSchema = z.strictObject({
  accounts: z.array(operatorAccountSchema),
  next_cursor: z.uuid().optional(),
});
export type OperatorAccounts = z.infer<typeof operatorAccountsSchema>;

/** Null for the default of the service. */
const limit = z.int().min(1, 'must be at least 1, or null for the default').max(1_000_000).nullable();

const accountLimits = {
  calls_per_minute: limit,
  jobs_at_once: limit,
  videos_per_day: limit,
  images_per_day: limit,
  stored_gib: limit,
};
export const operatorLimitsSchema = z.strictObject({ ...accountLimits, stored_gib: z.number().nullable() });
export type OperatorLimits = z.infer<typeof operatorLimitsSchema>;

const activity = z.strictObject({
  interface: z.enum(['v1', 'job_api']),
  open_jobs: count,
  images_today: count,
  videos_today: count,
  stored_bytes: count,
});

/** GET /operator/accounts/<id>. */
export const operatorAccountDetailSchema = operatorAccountSchema.extend({
  ban: z.strictObject({ since: isoTimeSchema, reason: z.string() }).nullable(),
  in_review_since: isoTimeSchema.nullable(),
  suspended_until: isoTimeSchema.nullable(),
  sessions: count,
  /** Newest first, at most 20. */
  keys: z.array(
    z.strictObject({ prefix: z.string(), created_at: isoTimeSchema, revoked_at: isoTimeSchema.nullable() }),
  ),
  plan_source: z.enum(['web', 'app_store', 'operator']).nullable(),
  plan_interval: z.enum(['month', 'year']).nullable(),
  plan_billing: z.enum(['none', 'manual']).nullable(),
  price_list: z.string().nullable(),
  /** Those that it can be given. */
  price_lists: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  pay_per_use: z.boolean(),
  cap_cents: cents.nullable(),
  has_card: z.boolean(),
  arrears_since: isoTimeSchema.nullable(),
  auto_recharge_usd: count.nullable(),
  /** The part of the balance that was given and not bought. */
  granted_cents: cents,
  /** What the open jobs hold. */
  on_hold_cents: cents,
  /** Month-end charges of this month. */
  month_end_cents: cents,
  limits: operatorLimitsSchema,
  default_limits: z.strictObject({
    calls_per_minute: count,
    jobs_at_once: count,
    videos_per_day: count,
    images_per_day: count,
  }),
  activity: z.array(activity),
});
export type OperatorAccountDetail = z.infer<typeof operatorAccountDetailSchema>;

/** The query and the response of GET /operator/accounts/<id>/ledger. */
export const accountLedgerQuerySchema = z.strictObject({
  limit: pageLimitSchema,
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be the next_cursor of a page')
    .optional(),
});
export const accountLedgerSchema = z.strictObject({
  transactions: z.array(ledgerTransactionSchema),
  next_cursor: z.string().optional(),
});
export type AccountLedger = z.infer<typeof accountLedgerSchema>;

/** POST /operator/accounts/<id>/limits: all of them, as they are from now on. */
export const changeLimitsBodySchema = z.strictObject({ ...accountLimits, reason: operatorReasonSchema });

export const creditMaxCents = 10_000_000;

/** POST /operator/accounts/<id>/credit. */
export const creditBodySchema = z.strictObject({
  /** Drawn by the sender; a second request with it credits nothing more. */
  credit_id: z.uuid('must be a UUID'),
  amount_cents: z
    .int()
    .min(1, 'must be at least 1 cent')
    .max(creditMaxCents, 'must be at most 100000.00 USD'),
  /** Absent for money that came another way: that counts as bought. */
  grant: z.strictObject({ expires_at: isoTimeSchema.nullable() }).optional(),
  reason: operatorReasonSchema,
});
export const creditedSchema = z.strictObject({ purchase_id: z.uuid(), balance_cents: cents });
export type Credited = z.infer<typeof creditedSchema>;

/** POST /operator/accounts/<id>/plan; a null plan ends the one that was granted. */
export const grantPlanBodySchema = z.strictObject({
  plan: catalogueIdSchema.nullable(),
  billing: z.enum(['none', 'manual']).default('none'),
  reason: operatorReasonSchema,
});

/** POST /operator/accounts/<id>/price-list: the id of one of the catalogue; null for the prices of the models. */
export const changePriceListBodySchema = z.strictObject({
  price_list: catalogueIdSchema.nullable(),
  reason: operatorReasonSchema,
});

/** POST /operator/accounts/<id>/review and /ban: what is true from now on. */
export const reviewAccountBodySchema = z.strictObject({
  in_review: z.boolean(),
  reason: operatorReasonSchema,
});
export const banAccountBodySchema = z.strictObject({ banned: z.boolean(), reason: operatorReasonSchema });

/** POST /operator/accounts/<id>/lift-suspension: which one, so that a page that is left open lifts no later one. */
export const liftSuspensionBodySchema = z.strictObject({
  suspended_until: isoTimeSchema,
  reason: operatorReasonSchema,
});
