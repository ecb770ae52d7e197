import { z } from 'zod';
import { workerNameMax } from '../limits.ts';
import { rendererActivities } from '../worker-protocol.ts';
import { troubleKinds } from '../worker-trouble.ts';
import { isoTimeSchema, operatorReasonSchema } from './operator-common.ts';

const count = z.int().nonnegative();
const rendererTime = z.record(z.enum(rendererActivities), count);

/** GET /operator/workers: at most 200 workers, and as many tokens. */
export const operatorWorkersSchema = z.strictObject({
  at: isoTimeSchema,
  workers: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(['healthy', 'troubled', 'silent', 'stopped']),
      seen_at: isoTimeSchema,
      /** Why it takes no jobs, in the words of its renderer. */
      trouble: z
        .strictObject({ kind: z.enum(troubleKinds), sentence: z.string(), since: isoTimeSchema })
        .nullable(),
      pools: z.array(z.string()),
      /** What it can render and nobody can order, as sentences. */
      unfit: z.array(z.string()),
      engine: z.string(),
      gpu: z.string(),
      vram_free_gb: z.number(),
      zero_retention: z.boolean(),
      /** Jobs that it renders, and those of other clients of its renderer at its last lease request. */
      running: count,
      queue_size: count,
      /** The name of its own token; null for the shared one. */
      token: z.string().nullable(),
      /** What became of its jobs in the last 24 hours. */
      last_day: z.strictObject({ completed: count, blocked: count, faults: count, lost: count }),
      /** What its renderers did in the last ten minutes and 24 hours, in milliseconds. */
      renderer: z.strictObject({ ten_minutes: rendererTime, day: rendererTime }),
    }),
  ),
  tokens: z.array(
    z.strictObject({
      name: z.string(),
      created_at: isoTimeSchema,
      revoked_at: isoTimeSchema.nullable(),
      /** The latest lease request with it in the last 30 days. */
      seen_at: isoTimeSchema.nullable(),
    }),
  ),
});
export type OperatorWorkers = z.infer<typeof operatorWorkersSchema>;

export const workerTokenNameSchema = z
  .string()
  .regex(
    new RegExp(`^[\\w.:-]{1,${workerNameMax}}$`),
    `must have 1 to ${workerNameMax} letters, digits or . _ : -, such as gpu-1`,
  );

/** POST /operator/worker-tokens. */
export const newWorkerTokenBodySchema = z.strictObject({ name: workerTokenNameSchema });

/** Its response; the token is shown once. */
export const newWorkerTokenSchema = z.strictObject({ name: z.string(), token: z.string() });
export type NewWorkerTokenView = z.infer<typeof newWorkerTokenSchema>;

/** POST /operator/worker-tokens/revoke. */
export const revokeWorkerTokenBodySchema = z.strictObject({
  name: workerTokenNameSchema,
  reason: operatorReasonSchema,
});

export const revokedWorkerTokenSchema = z.strictObject({
  /** Jobs of its workers that were queued again. */
  requeued_jobs: count,
});
export type RevokedWorkerToken = z.infer<typeof revokedWorkerTokenSchema>;
