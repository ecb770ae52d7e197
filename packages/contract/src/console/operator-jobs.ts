import { z } from 'zod';
import { emailMax } from '../limits.ts';
import { pageLimitSchema } from '../pages.ts';
import { poolNames, renderOperations } from '../worker-protocol.ts';
import { isoTimeSchema, operatorReasonSchema } from './operator-common.ts';

const count = z.int().nonnegative();
const cents = z.int().nonnegative();

export const jobStateNames = ['queued', 'running', 'completed', 'failed', 'blocked', 'cancelled'] as const;

/** The query of GET /operator/jobs. */
export const operatorJobsQuerySchema = z.strictObject({
  /** The id of a job, or the id or email address of an account. */
  search: z.string().trim().max(emailMax, `must have at most ${emailMax} characters`).optional(),
  state: z.enum(jobStateNames).optional(),
  kind: z.enum(renderOperations).optional(),
  worker: z.string().max(200).optional(),
  /** When the job was ordered. */
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  limit: pageLimitSchema,
  cursor: z.uuid('must be the next_cursor of a page').optional(),
});

const operatorJobSchema = z.strictObject({
  id: z.uuid(),
  account_id: z.uuid(),
  email: z.string(),
  interface: z.enum(['v1', 'job_api']),
  pool: z.enum(poolNames),
  kind: z.enum(renderOperations),
  /** The id of its model. */
  model: z.string(),
  tier: z.enum(['free', 'pro', 'max']),
  state: z.enum(jobStateNames),
  width: count,
  height: count,
  /** Seconds; null for an image. */
  duration_seconds: z.number().nullable(),
  worker: z.string().nullable(),
  /** The name of the worker's own token; null for the shared one. */
  worker_token: z.string().nullable(),
  attempt: count,
  faults: count,
  created_at: isoTimeSchema,
  started_at: isoTimeSchema.nullable(),
  ended_at: isoTimeSchema.nullable(),
  /** Deleted by its owner, or expired. */
  deleted_at: isoTimeSchema.nullable(),
  error: z.string().nullable(),
});
export type OperatorJob = z.infer<typeof operatorJobSchema>;

export const operatorJobsSchema = z.strictObject({
  jobs: z.array(operatorJobSchema),
  next_cursor: z.uuid().optional(),
  /** Set when the search stopped here after many jobs that do not match; the next page continues from it. */
  searched_to: isoTimeSchema.optional(),
});
export type OperatorJobs = z.infer<typeof operatorJobsSchema>;

/** A transaction of the ledger with its postings. */
export const ledgerTransactionSchema = z.strictObject({
  id: count,
  kind: z.string(),
  created_at: isoTimeSchema,
  job_id: z.uuid().nullable(),
  purchase_id: z.uuid().nullable(),
  postings: z.array(z.strictObject({ source: z.string(), destination: z.string(), amount_cents: cents })),
});
export type LedgerTransaction = z.infer<typeof ledgerTransactionSchema>;

/** GET /operator/jobs/<id>. */
export const operatorJobDetailSchema = operatorJobSchema.extend({
  seed: count,
  sound: z.boolean(),
  engine: z.string().nullable(),
  progress: z.number(),
  stage: z.string().nullable(),
  lease_until: isoTimeSchema.nullable(),
  block_category: z.string().nullable(),
  zero_retention: z.boolean(),
  hidden_at: isoTimeSchema.nullable(),
  /** Whether prompt and result can be revealed. */
  has_prompt: z.boolean(),
  has_result: z.boolean(),
  result_bytes: count.nullable(),
  /** What its attempts cost the operator, in US cents, also parts of one; null while nobody knows. */
  cost_cents: z.number().nonnegative().nullable(),
  /** The position while it waits or runs. */
  queue_position: count.nullable(),
  expected_seconds: count.nullable(),
  /** Attempts that ended before the last one. */
  ended_attempts: z.array(
    z.strictObject({
      attempt: count,
      worker: z.string(),
      worker_token: z.string().nullable(),
      outcome: z.enum(['fault', 'lost', 'requeued']),
      reason: z.string(),
      cost_cents: z.number().nonnegative().nullable(),
      started_at: isoTimeSchema,
      ended_at: isoTimeSchema,
    }),
  ),
  /** What was ordered for it from renderers that bill. */
  remote_orders: z.array(
    z.strictObject({
      number: count,
      /** Its host, and a short hash. */
      account: z.string(),
      /** With the address where it is asked for, if that is not the usual one, without its login and query. */
      remote_id: z.string().nullable(),
      /** The last attempt that sent it or went on with it, and how often it was sent. */
      attempt: count,
      sent: count,
      ordered_at: isoTimeSchema,
      /** When a worker said that the renderer will deliver nothing. */
      ended_at: isoTimeSchema.nullable(),
    }),
  ),
  /** How it is paid: in money, or in credits. */
  charge: z
    .strictObject({
      state: z.enum(['held', 'settled', 'reversed']),
      price_cents: cents,
      prepaid_cents: cents,
      month_end_cents: cents,
      from_allowance: z.boolean(),
    })
    .nullable(),
  credits: z.strictObject({ state: z.enum(['held', 'settled', 'reversed']), credits: count }).nullable(),
  transactions: z.array(ledgerTransactionSchema),
});
export type OperatorJobDetail = z.infer<typeof operatorJobDetailSchema>;

/** POST /operator/jobs/<id>/requeue. */
export const requeueJobBodySchema = z.strictObject({
  /** The attempt that the operator saw, so that a second press does not end the next one. */
  attempt: z.int().min(1),
  reason: operatorReasonSchema,
});

/** POST /operator/jobs/<id>/reveal: the prompt and a link to the result. */
export const revealedJobSchema = z.strictObject({
  prompt: z.string().nullable(),
  negative_prompt: z.string().nullable(),
  /** The path of a link that is valid for ten minutes. */
  result: z.strictObject({ url: z.string(), mime: z.string() }).nullable(),
});
export type RevealedJob = z.infer<typeof revealedJobSchema>;
