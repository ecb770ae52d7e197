import { z } from 'zod';
import { catalogueIdSchema } from './catalogue.ts';

/** The plans of the v1 contract; a catalogue has both, and may have others. */
export const contractPlans = ['pro', 'max'] as const;

/** A plan of the catalogue, by its id. */
export const planIdSchema = z
  .union([z.enum(contractPlans), catalogueIdSchema], {
    error: 'must be the id of a plan, such as pro or max',
  })
  .meta({ description: 'The id of a plan: `pro`, `max`, or another one that the service sells.' });

export const planIntervalSchema = z.enum(['month', 'year']);

/** The plans that are sold, as the payment object of a 401 lists them. */
export const plansInUsdSchema = z.array(
  z.strictObject({
    plan: planIdSchema,
    usd_per_month: z.number().optional().meta({ description: 'Absent if it is sold by the year only.' }),
    usd_per_month_billed_annually: z
      .number()
      .optional()
      .meta({ description: 'Absent if it is sold by the month only.' }),
  }),
);
