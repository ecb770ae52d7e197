import { z } from 'zod';
import { topUpAmountsUsd } from './limits.ts';
import { nameSchema } from './names.ts';
import { planIdSchema, planIntervalSchema } from './plans.ts';

/** How long a claim is open, and the initial polling interval. */
export const claimSeconds = 900;
export const claimIntervalSeconds = 5;
export const clientNameMax = 80;

export const payStartRequestSchema = z
  .strictObject({
    amount_usd: z
      .literal(topUpAmountsUsd, { error: `must be one of ${topUpAmountsUsd.join(', ')}` })
      .optional()
      .meta({ description: 'Balance to buy, in US dollars; 10 if neither an amount nor a plan is given.' }),
    plan: planIdSchema.optional().meta({
      description: 'A plan to buy instead of a balance: `pro`, `max`, or another one that the service sells.',
    }),
    interval: planIntervalSchema.optional().meta({
      description:
        'Billing interval of the plan, `month` if omitted. By the year is sold what has `usd_per_month_billed_annually`.',
    }),
    // The approval page shows it beside the network.
    client_name: nameSchema(clientNameMax).optional().meta({
      description:
        'The name of your application, shown to the person; without control or direction characters.',
    }),
  })
  .meta({
    id: 'PayStartRequest',
    description: 'The purchase that pays for the key. All fields are optional.',
  });

export const payStartSchema = z
  .strictObject({
    code: z
      .string()
      .meta({ description: 'Secret that polls the claim and receives the key. Do not show it to anybody.' }),
    user_code: z.string().meta({ description: 'Eight letters by which the person recognises the request.' }),
    claim_url: z.url().meta({ description: 'The address to poll.' }),
    verification_uri: z.url().meta({ description: 'The page where the person enters `user_code`.' }),
    verification_uri_complete: z
      .url()
      .meta({ description: 'The same page with `user_code` filled in: show this one.' }),
    expires_in: z.literal(claimSeconds).meta({ description: 'Seconds until the claim expires.' }),
    interval: z.literal(claimIntervalSeconds).meta({ description: 'Seconds to wait between two polls.' }),
  })
  .meta({ id: 'PayStart' });

export const claimStatusSchema = z
  .discriminatedUnion('status', [
    z
      .strictObject({
        status: z.literal('pending').meta({ description: 'The person has not approved or denied yet.' }),
        interval: z.int().positive().meta({ description: 'Seconds to wait until the next poll.' }),
        expires_in: z.int().positive().meta({ description: 'Seconds until the claim expires.' }),
      })
      .meta({ id: 'PendingClaim' }),
    z
      .strictObject({
        status: z.literal('ready').meta({ description: 'Returned once.' }),
        api_key: z.string().meta({ description: 'The key. It is not shown again.' }),
        key_prefix: z
          .string()
          .meta({ description: 'The first characters of the key, by which to recognise it.' }),
        balance_cents: z.int().nonnegative().meta({ description: 'The prepaid balance, in cents.' }),
      })
      .meta({ id: 'ReadyClaim' }),
    z
      .strictObject({
        status: z
          .enum(['claimed', 'expired', 'denied'])
          .meta({ description: 'Final: the key was delivered, or will not be.' }),
      })
      .meta({ id: 'EndedClaim' }),
  ])
  .meta({ id: 'ClaimStatus' });

export type PayStartRequest = z.infer<typeof payStartRequestSchema>;
export type PayStart = z.infer<typeof payStartSchema>;
export type ClaimStatus = z.infer<typeof claimStatusSchema>;
