import { z } from 'zod';
import { typedCodeMax } from '../limits.ts';
import { creditMaxCents } from './operator-accounts.ts';
import { isoTimeSchema, operatorReasonSchema } from './operator-common.ts';

const count = z.int().nonnegative();

const codeView = z.strictObject({
  code: z.string(),
  amount_cents: count,
  /** How many accounts may redeem it, and how many did. */
  uses: count,
  used: count,
  /** Until when it can be redeemed. */
  expires_at: isoTimeSchema.nullable(),
  /** How many days what it grants is valid. */
  grant_days: count.nullable(),
  created_at: isoTimeSchema,
  ended_at: isoTimeSchema.nullable(),
});
export type OperatorCode = z.infer<typeof codeView>;

/** GET /operator/codes: the newest first. */
export const operatorCodesSchema = z.strictObject({ at: isoTimeSchema, codes: z.array(codeView) });
export type OperatorCodes = z.infer<typeof operatorCodesSchema>;

export const codeUsesMax = 1_000_000;
export const codeGrantDaysMax = 3650;

/** POST /operator/codes. */
export const newCodeBodySchema = z.strictObject({
  /** Drawn if absent. */
  code: z.string().trim().max(typedCodeMax).optional(),
  amount_cents: z
    .int()
    .min(1, 'must be at least 1 cent')
    .max(creditMaxCents, 'must be at most 100000.00 USD'),
  uses: z.int().min(1, 'must be at least 1').max(codeUsesMax, `must be at most ${codeUsesMax}`),
  expires_at: isoTimeSchema.nullable(),
  grant_days: z
    .int()
    .min(1, 'must be at least 1')
    .max(codeGrantDaysMax, `must be at most ${codeGrantDaysMax}`)
    .nullable(),
  reason: operatorReasonSchema,
});

/** Its response. */
export const createdCodeSchema = z.strictObject({ code: z.string() });
export type CreatedCode = z.infer<typeof createdCodeSchema>;

/** POST /operator/codes/end. */
export const endCodeBodySchema = z.strictObject({
  code: z.string().max(typedCodeMax),
  reason: operatorReasonSchema,
});
