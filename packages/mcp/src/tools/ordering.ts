import type { GenerateOptions } from '@kinora/client';
import { z } from 'zod';
import { accept, type Outcome } from '../service/refusal.ts';
import { refusalOfError } from '../service/refusal-of-error.ts';
import type { Adapter, ToolCall } from '../tool.ts';

/** What the three tools that start a job have in common. */

export const orderRules =
  'The price depends on the model, the size and the length: service_about lists the prices of every model, in USD. ' +
  'With max_price_cents, an order that would cost more is refused. The price is taken when the job is accepted and returned if it fails or is blocked. ' +
  'Confirm the price with the person before an expensive order. ' +
  'Next, call service_check_status with the job_id until the status is final. ' +
  'If this call fails or times out without a job_id, repeat it with the same arguments and the idempotency_key ' +
  'that the error names: the order is then placed and charged once.';

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 printable ASCII characters without spaces')
  .optional()
  .describe(
    'Only to repeat a call that failed: the key from its error. Omit it for a new order; the adapter then makes one.',
  );

export const orderFields = {
  job_id: z.string().describe('Pass it to service_check_status and service_delete_output.'),
  status: z.literal('queued'),
  model: z.string().optional().describe('The id of the model, unless mode or the default says it.'),
  idempotency_key: z.string().describe('Identifies this order; a repeat with it is not charged again.'),
  next: z.string().describe('What to call next.'),
};

export const NEXT = 'Call service_check_status with this job_id.';

export const orderAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  // Only with the same idempotency key, which the adapter makes anew for each call without one.
  idempotentHint: false,
  openWorldHint: true,
} as const;

/** Places an order under the key that was given or a new one; a refusal names it, so that a retry can reuse it. */
export async function placeOrder<Body>(
  chosen: string | undefined,
  { config }: Adapter,
  { signal }: ToolCall,
  place: (order: GenerateOptions) => Promise<Body>,
): Promise<Outcome<{ readonly value: Body & { readonly idempotency_key: string; readonly next: string } }>> {
  const key = chosen ?? crypto.randomUUID();
  try {
    const placed = await place({ idempotencyKey: key, signal });
    return accept({ value: { ...placed, idempotency_key: key, next: NEXT } });
  } catch (error) {
    const refusal = refusalOfError(error, config.address);
    if (refusal === undefined) throw error;
    return { ok: false, refusal: { ...refusal, fields: { ...refusal.fields, idempotency_key: key } } };
  }
}
