import type { GenerateOptions } from '@kinora/client';
import { rates } from '@kinora/contract';
import { z } from 'zod';
import { accept, type Outcome } from '../service/refusal.ts';
import { refusalOfError } from '../service/refusal-of-error.ts';
import type { Adapter, ToolCall } from '../tool.ts';

/** What the three tools that start a job have in common. */

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const { image_cents: image, video_modes: modes } = rates;

export const imagePrice = `${dollars(image.standard)} USD up to 1024x1024 pixels, ${dollars(image.large)} USD above.`;

export const videoPrice =
  `USD per second, by the longer side delivered (up to 1280, 1920, 2560): ` +
  `fast ${(['hd', 'fhd', '2k'] as const).map((resolution) => dollars(modes.fast.per_second_cents[resolution] ?? 0)).join(', ')}; ` +
  `quality ${dollars(modes.quality.per_second_cents.hd ?? 0)}, ${dollars(modes.quality.per_second_cents.fhd ?? 0)}, not available; ` +
  `cinema only up to 2560, ${dollars(modes.cinema.per_second_cents['2k'] ?? 0)}. ` +
  `Five seconds of fast at 1280x720 cost 0.50 USD.`;

export const orderRules =
  'The price is taken when the job is accepted and returned if it fails or is blocked. ' +
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
