import { z } from 'zod';
import { catalogueIdSchema, catalogueSchema } from '../catalogue.ts';
import { isoTimeSchema, operatorReasonSchema } from './operator-common.ts';

/** Models that are sold below what they cost, each with a sentence that says the numbers and the remedy. */
export const belowCostSchema = z.array(z.strictObject({ model: catalogueIdSchema, sentence: z.string() }));

/** GET /operator/prices: what is sold, and the settings as they are set; nothing secret. */
export const operatorPricesSchema = z.strictObject({
  /** The catalogue in force, and after it those that are scheduled, the first one first. */
  versions: z
    .array(
      z.strictObject({
        version: z.int(),
        starts_at: isoTimeSchema,
        /** An operator's address, or how else it came here. */
        applied_by: z.string(),
        document: catalogueSchema,
      }),
    )
    .min(1),
  /** The file that the service sells by, so that only that changes it; null if the database keeps what is sold. */
  catalogue_file: z.string().nullable(),
  top_ups_usd: z.array(z.number()),
  below_cost: belowCostSchema,
  settings: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});
export type OperatorPrices = z.infer<typeof operatorPricesSchema>;

/** The body of POST /operator/prices/preview. */
export const previewPricesBodySchema = z.strictObject({
  /** The latest version, which the document was made from. */
  base_version: z.int().min(1),
  /** The whole catalogue as the text of its JSON: it has more parts than a body may. It is checked as a file is. */
  document: z.string(),
  /** When it starts; null for as soon as every server knows it. */
  starts_at: isoTimeSchema.nullable(),
});

/** The body of POST /operator/prices. */
export const applyPricesBodySchema = previewPricesBodySchema.extend({ reason: operatorReasonSchema });

/** The body of POST /operator/prices/withdraw. */
export const withdrawPricesBodySchema = z.strictObject({
  /** The latest version that was shown. */
  base_version: z.int().min(1),
  reason: operatorReasonSchema,
});

/** What POST /operator/prices/preview says of a change, and whom it concerns. */
export const previewedPricesSchema = z.strictObject({
  starts_at: isoTimeSchema,
  /** Such as `models.fast.price[0].cents_per_second`, 10 and 12; without `before` or `after` where there is none. */
  changes: z.array(
    z.strictObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
  /** What was ordered and charged in the last 30 days, by the former and by the new prices: models whose price changes. */
  models: z.array(
    z.strictObject({
      model: catalogueIdSchema,
      orders: z.int(),
      before_cents: z.int(),
      after_cents: z.int(),
    }),
  ),
  /** Subscriptions that will renew at another price; their owners get an email before. */
  renewals: z.array(
    z.strictObject({
      plan: catalogueIdSchema,
      interval: z.enum(['month', 'year']),
      subscriptions: z.int(),
      /** The first renewal at the new price that is due; null if all of them are due before it starts. */
      first_at: isoTimeSchema.nullable(),
    }),
  ),
  /** Accounts with a plan that will include or store another amount, or have another tier. */
  accounts: z.array(z.strictObject({ plan: catalogueIdSchema, accounts: z.int() })),
});
export type PreviewedPrices = z.infer<typeof previewedPricesSchema>;

/** What POST /operator/prices answers. */
export interface AppliedPrices {
  readonly version: number;
  readonly starts_at: string;
}
