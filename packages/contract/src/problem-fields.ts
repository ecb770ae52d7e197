import { z } from 'zod';
import { keyScopes } from './key-scopes.ts';
import { topUpAmountsUsd } from './limits.ts';
import { plansInUsdSchema } from './plans.ts';
import { type ProblemCode, problems } from './problems.ts';
import { ratesSchema, videoModeNames } from './rates.ts';

/** The schemas of the fields that a problem's body has in addition to `error` and `code`. */

type Definition = (typeof problems)[ProblemCode];
type Named<Of> = Of extends { readonly fields: readonly (infer Name)[] } ? Name : never;
type Optional<Of> = Of extends { readonly optionalFields: readonly (infer Name)[] } ? Name : never;
export type ProblemField = Named<Definition> | Optional<Definition>;

const endpoint = z.strictObject({ method: z.string(), path: z.string() });

const paymentSchema = z
  .strictObject({
    start: endpoint.meta({ description: 'Starts a key claim; needs no key.' }),
    claim: endpoint.meta({ description: 'Returns the key once it is paid for.' }),
    amounts_usd: z
      .array(z.literal(topUpAmountsUsd))
      .meta({ description: 'The top-up amounts, in US dollars.' }),
    plans: plansInUsdSchema.meta({ description: 'The plans that are sold, in US dollars.' }),
    rates: ratesSchema,
  })
  .meta({ id: 'Payment', description: 'How to get a key, and the prices.' });

export const problemFieldSchemas = {
  issues: z
    .array(
      z.strictObject({
        path: z.string().meta({ description: 'Dotted path of the field; empty for the body itself.' }),
        message: z.string().meta({ description: 'What is wrong and what to do.' }),
      }),
    )
    .meta({ description: 'Every invalid field.' }),
  supported_modes: z.array(z.enum(videoModeNames)).meta({ description: 'The available modes.' }),
  video_mode: z.enum(videoModeNames).meta({ description: 'The requested mode.' }),
  model: z.string().meta({ description: 'The id of the requested model.' }),
  supported_models: z.array(z.string()).meta({ description: 'The ids of the available models.' }),
  plans: z
    .array(z.string())
    .meta({ description: 'The ids of the plans that include it; `none` for no plan.' }),
  supported_sizes: z
    .array(z.string().regex(/^\d+x\d+$/))
    .meta({ description: 'The exact sizes of the mode or model, such as 1280x720.' }),
  durations_seconds: z.array(z.number()).meta({
    description:
      'The lengths of the mode, in seconds; of a model with a range, the shortest and the longest.',
  }),
  supported_inputs: z.array(z.string()).meta({ description: 'The inputs of the mode or model.' }),
  supported_languages: z
    .array(z.string())
    .meta({ description: 'The languages that a prompt may have, as BCP 47 codes.' }),
  limits: z
    .record(z.string(), z.int())
    .meta({ description: 'The largest values allowed now, in the units of the request.' }),
  raises_at: z.iso.datetime().meta({ description: 'When the limit is lifted.' }),
  payment: paymentSchema,
  balance_cents: z.int().nonnegative().meta({ description: 'The prepaid balance, in cents.' }),
  cost_cents: z.int().nonnegative().meta({ description: 'What the request would have cost, in cents.' }),
  price_cents: z.int().nonnegative().meta({ description: 'What the order costs now, in cents.' }),
  top_up: z.url().meta({ description: 'The page for topping up.' }),
  pay_invoice: z.url().meta({ description: 'The page where the unpaid invoice is paid.' }),
  needed_for: z
    .array(z.enum(['plan', 'invoice', 'pay_per_use', 'recharge']))
    .meta({ description: 'What must still be charged to the card.' }),
  until: z.iso.datetime().meta({ description: 'When the suspension ends.' }),
  required_scope: z.enum(keyScopes).meta({ description: 'The scope that the call needs.' }),
  key_cap_cents: z.int().nonnegative().meta({ description: 'The monthly cap of the key, in cents.' }),
  key_spent_cents: z
    .int()
    .nonnegative()
    .meta({ description: 'What the orders of the key cost this month, in cents.' }),
  rates: ratesSchema,
  included_video_seconds_needed: z
    .int()
    .meta({ description: 'On Max: the included seconds that the video would have used.' }),
  stored_bytes: z.int().nonnegative().meta({ description: 'Bytes of the results that the account keeps.' }),
  quota_bytes: z.int().nonnegative().meta({ description: 'Bytes that the account may keep.' }),
  recharge: z.literal('pending').meta({ description: 'Present while an auto-recharge is on its way.' }),
  limit_seconds: z.int().meta({ description: 'How long a call may last.' }),
  expected_seconds: z.int().meta({ description: 'How long the job is expected to take.' }),
  category: z.string().meta({ description: 'The category of content that was detected.' }),
} as const satisfies Record<ProblemField, z.ZodType>;

interface DefinitionFields {
  readonly status: number;
  readonly fields?: readonly ProblemField[];
  readonly optionalFields?: readonly ProblemField[];
}

/** The body of one problem: its sentence, its code and its additional fields. */
export function problemSchema(code: ProblemCode): z.ZodObject {
  const { fields = [], optionalFields = [] }: DefinitionFields = problems[code];
  return z
    .object({
      error: z.string().meta({ description: 'A sentence that says what to do.' }),
      code: z.literal(code),
      ...Object.fromEntries(fields.map((name) => [name, problemFieldSchemas[name]])),
      ...Object.fromEntries(optionalFields.map((name) => [name, problemFieldSchemas[name].optional()])),
    })
    .meta({ description: problems[code].meaning });
}
