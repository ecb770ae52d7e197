import { z } from 'zod';
import { topUpAmountsUsd } from './rates.ts';

/** How long a claim is open, and how often its terminal may ask at first. */
export const claimSeconds = 900;
export const claimIntervalSeconds = 5;
export const clientNameMax = 80;

export const payStartRequestSchema = z
  .strictObject({
    amount_usd: z
      .literal(topUpAmountsUsd, { error: `must be one of ${topUpAmountsUsd.join(', ')}` })
      .optional()
      .meta({ description: 'Balance to buy, in US dollars; 10 when neither this nor a plan is given.' }),
    plan: z.enum(['pro', 'max']).optional().meta({ description: 'A plan to buy in place of a balance.' }),
    interval: z.enum(['month', 'year']).optional().meta({
      description: 'How the plan is billed; by the month if left out. Only Max is sold by the year.',
    }),
    client_name: z
      .string()
      .trim()
      .min(1)
      .max(clientNameMax)
      .optional()
      .meta({ description: 'Who asks, as the person will read it: the name of your application.' }),
  })
  .meta({ id: 'PayStartRequest', description: 'What the key is to be paid with. All fields are optional.' });

export const payStartSchema = z
  .strictObject({
    code: z
      .string()
      .meta({ description: 'Secret: polls the claim and receives the key. Show it to nobody.' }),
    user_code: z.string().meta({ description: 'Eight letters for the person to recognise the request by.' }),
    claim_url: z.string().meta({ description: 'Path on the origin to poll.' }),
    verification_uri: z.url().meta({ description: 'Where the person types the letters.' }),
    verification_uri_complete: z
      .url()
      .meta({ description: 'The same with the letters filled in: show this one.' }),
    expires_in: z.literal(claimSeconds).meta({ description: 'Seconds until the claim expires.' }),
    interval: z.literal(claimIntervalSeconds).meta({ description: 'Seconds to wait between two polls.' }),
  })
  .meta({ id: 'PayStart' });

export const claimStatusSchema = z
  .discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('pending').meta({ description: 'The person has not decided yet.' }),
      interval: z.int().positive().meta({ description: 'Seconds to wait until the next poll.' }),
      expires_in: z.int().positive().meta({ description: 'Seconds until the claim expires.' }),
    }),
    z.strictObject({
      status: z.literal('ready').meta({ description: 'Answered once.' }),
      api_key: z.string().meta({ description: 'The key. It is not shown again.' }),
      key_prefix: z.string().meta({ description: 'How the key begins, to recognise it by.' }),
      balance_cents: z.int().nonnegative().meta({ description: 'The prepaid balance, in cents.' }),
    }),
    z.strictObject({
      status: z
        .enum(['claimed', 'expired', 'denied'])
        .meta({ description: 'The end: the key was handed out, or will not be.' }),
    }),
  ])
  .meta({ id: 'ClaimStatus' });

export type PayStartRequest = z.infer<typeof payStartRequestSchema>;
export type PayStart = z.infer<typeof payStartSchema>;
export type ClaimStatus = z.infer<typeof claimStatusSchema>;
