import { z } from 'zod';
import { type ProblemCode, problems } from './problems.ts';
import { ratesSchema, topUpAmountsUsd, videoModeNames } from './rates.ts';

/** The shapes of the fields that a problem's body carries beside `error` and `code`. */

type Definition = (typeof problems)[ProblemCode];
type Named<Of> = Of extends { readonly fields: readonly (infer Name)[] } ? Name : never;
type Sometimes<Of> = Of extends { readonly optionalFields: readonly (infer Name)[] } ? Name : never;
export type ProblemField = Named<Definition> | Sometimes<Definition>;

const endpoint = z.strictObject({ method: z.string(), path: z.string() });

const paymentSchema = z
  .strictObject({
    start: endpoint.meta({ description: 'Starts a key claim; needs no key.' }),
    claim: endpoint.meta({ description: 'Answers the key once it is paid for.' }),
    amounts_usd: z
      .array(z.literal(topUpAmountsUsd))
      .meta({ description: 'What a balance is topped up by, in US dollars.' }),
    plans: z.array(
      z.strictObject({
        plan: z.enum(['pro', 'max']),
        usd_per_month: z.int(),
        usd_per_month_billed_annually: z.int().optional(),
      }),
    ),
    rates: ratesSchema,
  })
  .meta({ id: 'Payment', description: 'How to come by a key, and what things cost.' });

export const problemFieldSchemas = {
  issues: z
    .array(
      z.strictObject({
        path: z.string().meta({ description: 'Dotted path of the field; empty for the body itself.' }),
        message: z.string().meta({ description: 'What is wrong with it and what to do.' }),
      }),
    )
    .meta({ description: 'Every field that is not valid.' }),
  supported_modes: z.array(z.enum(videoModeNames)).meta({ description: 'The modes there are.' }),
  video_mode: z.enum(videoModeNames).meta({ description: 'The mode that was asked for.' }),
  supported_sizes: z
    .array(z.string().regex(/^\d+x\d+$/))
    .meta({ description: 'The sizes the mode renders, as 1280x720.' }),
  durations_seconds: z.array(z.int()).meta({ description: 'The lengths the mode renders.' }),
  supported_inputs: z.array(z.string()).meta({ description: 'The inputs the mode takes.' }),
  limits: z
    .record(z.string(), z.int())
    .meta({ description: 'What may be set today, in the units of the request.' }),
  raises_at: z.iso.datetime().meta({ description: 'When the limit is lifted.' }),
  payment: paymentSchema,
  balance_cents: z.int().nonnegative().meta({ description: 'The prepaid balance, in cents.' }),
  cost_cents: z.int().nonnegative().meta({ description: 'What the request would have cost, in cents.' }),
  top_up: z.url().meta({ description: 'The page to top up at.' }),
  until: z.iso.datetime().meta({ description: 'When the suspension ends.' }),
  rates: ratesSchema,
  included_video_seconds_needed: z
    .int()
    .meta({ description: 'On Max: how many included seconds the clip would have used.' }),
  category: z.string().meta({ description: 'What the filter found.' }),
} as const satisfies Record<ProblemField, z.ZodType>;

interface DefinitionFields {
  readonly status: number;
  readonly fields?: readonly ProblemField[];
  readonly optionalFields?: readonly ProblemField[];
}

/** The body of one problem: its sentence, its code and its extra fields. */
export function problemSchema(code: ProblemCode): z.ZodObject {
  const { fields = [], optionalFields = [] }: DefinitionFields = problems[code];
  return z
    .object({
      error: z.string().meta({ description: 'A sentence a person can act on.' }),
      code: z.literal(code),
      ...Object.fromEntries(fields.map((name) => [name, problemFieldSchemas[name]])),
      ...Object.fromEntries(optionalFields.map((name) => [name, problemFieldSchemas[name].optional()])),
    })
    .meta({ description: problems[code].meaning });
}
