import { z } from 'zod';
import { acceptedJobApiJobSchema } from '../job-api.ts';
import { jobTypes, payWithNames } from '../job-types.ts';

/** The orders of the studio that wait for their turn on the server. */

/**
 * Why an order does not start in its turn: it costs more than was shown, money or credits are short, the safety check blocked it,
 * no worker renders its model now, it was refused otherwise, or its person signed out of all other browsers.
 */
export const pauseReasons = ['price', 'money', 'content', 'unavailable', 'refused', 'signed_out'] as const;
export type PauseReason = (typeof pauseReasons)[number];

const pauseSchema = z.strictObject({
  reason: z.enum(pauseReasons),
  /** A sentence for the person. */
  message: z.string(),
  /** What it costs now, in the unit of `price`, where that is more. */
  price_now: z.int().nonnegative().nullable(),
  /** When it is tried again by itself; null if the person has to decide. */
  until: z.iso.datetime().nullable(),
});

export const waitingOrderSchema = z.strictObject({
  id: z.uuid(),
  type: z.enum(jobTypes),
  model: z.string().nullable(),
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  pay_with: z.enum(payWithNames),
  /** What it cost when the person saw it, in credits, or in cents of the balance. It costs no more without a yes. */
  price: z.int().nonnegative(),
  has_image: z.boolean(),
  created_at: z.iso.datetime(),
  /** Null while it only waits for its turn. */
  pause: pauseSchema.nullable(),
});

export type WaitingOrderView = z.infer<typeof waitingOrderSchema>;

export const waitingOrdersSchema = z.strictObject({
  /** In the sequence in which they start. */
  orders: z.array(waitingOrderSchema),
  /** How many may wait. */
  max: z.int().nonnegative(),
  /** Why none of them starts now, where that is not the number of open jobs. */
  hold: z.strictObject({ message: z.string(), until: z.iso.datetime() }).nullable(),
});

export type WaitingOrders = z.infer<typeof waitingOrdersSchema>;

/** What became of an order: a job, or one that waits. */
export const studioOrderSchema = z.union([
  z.strictObject({ job: acceptedJobApiJobSchema }),
  z.strictObject({ waiting: waitingOrderSchema }),
]);

export type StudioOrder = z.infer<typeof studioOrderSchema>;

export const moveOrderSchema = z.strictObject({
  /** The order that it comes before; null for the end. */
  before: z.uuid().nullable(),
});

export const resumeOrderSchema = z.strictObject({
  /** The price that the person agrees to, in the unit of the order; null to leave it as it is. */
  price: z.int().nonnegative().nullable(),
});
