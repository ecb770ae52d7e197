import { z } from 'zod';
import { videoModeNames } from './rates.ts';

/**
 * What a worker and the server say to each other. Workers pull: they need no inbound port,
 * no database and no storage credentials.
 */

export const poolNames = ['image', 'video'] as const;
export type Pool = (typeof poolNames)[number];

export const leaseMs = 30_000;
export const leaseWaitMaxMs = 25_000;

export const leaseRequestSchema = z.strictObject({
  worker: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w.:-]+$/, 'may hold letters, digits and . _ : - only'),
  pools: z.array(z.enum(poolNames)).min(1).max(poolNames.length),
  capabilities: z.strictObject({
    engine: z.string().min(1).max(60),
    engine_version: z.string().min(1).max(60),
    kinds: z.array(z.enum(['image', 'video'])).min(1),
    modes: z.array(z.enum(videoModeNames)),
  }),
  gpu: z.string().max(100).meta({ description: 'GPU class label; "none" for a processor-only worker.' }),
  vram_free_gb: z.number().min(0).max(100_000),
  queue_size: z.int().min(0).max(100_000),
  wait_ms: z.int().min(0).max(leaseWaitMaxMs),
});

export const leasedTaskSchema = z.strictObject({
  kind: z.enum(['image', 'video']),
  mode: z.enum(videoModeNames).nullable(),
  prompt: z.string(),
  seed: z.int(),
  width: z.int(),
  height: z.int(),
  frames: z.int().nullable(),
  sound: z.boolean(),
  init_image_path: z.string().nullable().meta({ description: 'Path to GET the source image from.' }),
});

export const leaseSchema = z.strictObject({
  job_id: z.uuid(),
  attempt: z.int().positive(),
  lease_ms: z.int(),
  task: leasedTaskSchema,
});

export const heartbeatRequestSchema = z.strictObject({
  progress: z.number().min(0).max(1),
  stage: z.string().max(40),
});
export const heartbeatAnswerSchema = z.strictObject({ cancel: z.boolean(), lease_ms: z.int() });

export const artifactAnswerSchema = z.strictObject({ bytes: z.int(), sha256: z.string() });

export const completeRequestSchema = z.strictObject({
  artifact: z.string().max(80),
  mime: z.enum(['image/png', 'video/mp4']),
  width: z.int().positive(),
  height: z.int().positive(),
  duration_seconds: z.number().positive().nullable(),
  engine: z.string().min(1).max(60),
  engine_version: z.string().min(1).max(60),
});

export const failRequestSchema = z.strictObject({
  reason: z.string().min(1).max(500),
  retryable: z.boolean(),
});

export const blockRequestSchema = z.strictObject({
  category: z.string().min(1).max(60),
  reason: z.string().min(1).max(500),
});

export type LeaseRequest = z.infer<typeof leaseRequestSchema>;
export type Lease = z.infer<typeof leaseSchema>;
export type LeasedTask = z.infer<typeof leasedTaskSchema>;
export type HeartbeatRequest = z.infer<typeof heartbeatRequestSchema>;
export type HeartbeatAnswer = z.infer<typeof heartbeatAnswerSchema>;
export type CompleteRequest = z.infer<typeof completeRequestSchema>;
export type FailRequest = z.infer<typeof failRequestSchema>;
export type BlockRequest = z.infer<typeof blockRequestSchema>;
