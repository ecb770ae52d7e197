import { z } from 'zod';
import { workerNameMax } from './limits.ts';
import { videoModeNames } from './rates.ts';

/**
 * The protocol between workers and server. Workers pull jobs: they need no inbound port, no database and no
 * storage credentials.
 */

/** The User-Agent of our worker, with the version of the protocol. The server refuses a worker of ours with another one. */
export const workerAgent = 'kinora-worker/1';

export const poolNames = ['image', 'video'] as const;
export type Pool = (typeof poolNames)[number];
/** What is sold, an image or a video; the pool that renders it has its name. */
export type Medium = Pool;

/** The operations that an engine can render, each with its pool. */
export const poolOfOperation = {
  image: 'image',
  i2i: 'image',
  upscale: 'image',
  upscale_pro: 'image',
  video: 'video',
  i2v: 'video',
} as const satisfies Record<string, Pool>;
export type RenderOperation = keyof typeof poolOfOperation;
export const renderOperations = Object.keys(poolOfOperation) as [RenderOperation, ...RenderOperation[]];

/** The ids of the models in the default catalogue. */
export const defaultModels = { image: 'image', video: videoModeNames } as const;
/** The ids of models of the catalogue, by what they render. */
export type ModelsByMedium = Readonly<Record<Medium, readonly string[]>>;
/** What a worker serves whose settings name no models. */
export const servedByDefault: ModelsByMedium = { image: [defaultModels.image], video: defaultModels.video };

const modelId = z.string().min(1).max(60).meta({ description: 'The id of a model of the catalogue.' });

/** US cents, also parts of one. */
export const costCents = z.number().min(0).max(100_000);

/** Workers with the lowest number are filled first. */
export const preferenceMax = 9;

/** An operation that a worker can render with a model, up to a size. */
export const workerCapabilitySchema = z.strictObject({
  operation: z.enum(renderOperations),
  model: modelId,
  longest_side: z
    .int()
    .min(16)
    .max(16_384)
    .meta({ description: 'The longest side it can deliver, in pixels.' }),
  cost_cents: costCents.optional().meta({
    description: 'What an image, or a second of a video, costs the operator with this worker.',
  }),
  negative_prompt: z.literal(true).optional().meta({
    description: 'If it renders with a negative prompt; jobs that have one are leased to no other worker.',
  }),
});

/** The most models that the settings of a worker can name, and the most capabilities of any worker: all are read once a second. */
export const workerModelsMax = 40;
export const workerCapabilitiesMax = 160;
/** The most jobs that one worker renders at once. */
export const workerSlotsMax = 64;
/** The most jobs of a slot, those included whose results are finished or delivered: a slow network must not fill the memory. */
export const jobsOfSlotMax = 4;

export const leaseMs = 30_000;
/** The stage of a heartbeat while a finished result waits to be stored. The attempt may then take longer. */
export const STORING_STAGE = 'storing';
/** How long a finished result is kept and its delivery tried again. */
export const storingMs = 10 * 60_000;
export const leaseWaitMaxMs = 25_000;
export const stageMaxMs = 86_400_000;
/** The most seconds of an attempt that a worker can ask for. */
export const attemptSecondsMax = 6 * 3600;

/**
 * The value of the query parameter `after` of a lease request that follows one whose response was lost: a job that was
 * leased to this worker by it is leased again at once.
 */
export const AFTER_LOST_RESPONSE = 'lost-response';

/**
 * The header of the response to a lease request that says what of the worker's capabilities nobody can order, because the catalogue
 * does not have it. A response without a job has no body. Encoded as a component of a URL: sentences in a JSON array.
 */
export const unfitHeader = 'x-unfit-capabilities';
/** How many sentences it has at most. */
export const unfitMax = 10;

export const workerName = z
  .string()
  .min(1)
  .max(workerNameMax)
  .regex(/^[\w.:-]+$/, 'may contain letters, digits and . _ : - only');

/** So many jobs a worker leaves to others at once. */
export const failedJobsMax = 50;

export const leaseRequestSchema = z.strictObject({
  worker: workerName,
  pools: z.array(z.enum(poolNames)).min(1).max(poolNames.length),
  capabilities: z.strictObject({
    engine: z.string().min(1).max(60),
    engine_version: z.string().min(1).max(60),
    operations: z.array(workerCapabilitySchema).min(1).max(workerCapabilitiesMax),
    zero_retention: z.boolean().meta({
      description: 'Whether the worker supports zero retention: prompt and result stay in memory.',
    }),
  }),
  gpu: z.string().max(100).meta({ description: 'GPU class; "none" for a CPU-only worker.' }),
  vram_free_gb: z.number().min(0).max(100_000),
  queue_size: z.int().min(0).max(100_000),
  wait_ms: z.int().min(0).max(leaseWaitMaxMs),
  slots: z.int().min(1).max(workerSlotsMax).optional().meta({
    description: 'How many jobs the worker renders at once; 1 if absent.',
  }),
  preference: z
    .int()
    .min(0)
    .max(preferenceMax)
    .optional()
    .meta({
      description:
        'Of the workers that render the same, those with the lowest number are filled first, and of these the cheapest; 0 if absent. The ' +
        'others get what has waited for some seconds or was failed, and everything while there is no other.',
    }),
  ahead: z.boolean().optional().meta({
    description:
      'The renderer still works on the last job: the next one stays queued, with a lease, until a heartbeat says that it renders.',
  }),
  loaded: z
    .strictObject({ operation: z.enum(renderOperations), model: modelId })
    .optional()
    .meta({
      description:
        'The operation and model of the last job, if it is still loaded and another one would take long to load: for a ' +
        'bounded time, jobs of the same come first.',
    }),
  failed: z.array(z.uuid()).max(failedJobsMax).optional().meta({
    description: 'Jobs that the worker has just failed or released: it leaves them to others for a while.',
  }),
  probe: z.boolean().optional().meta({
    description:
      'After a trouble, until a job is rendered: the cheapest of the first jobs is leased, and the trouble stands.',
  }),
  held: z
    .array(z.uuid())
    .max(jobsOfSlotMax * workerSlotsMax)
    .optional()
    .meta({
      description: 'With `after`: the jobs that the worker has. A lost response cannot have leased them.',
    }),
});

/** What a renderer has loaded for a job: one model may have other weights for another operation. */
export function modelOf({
  operation,
  model,
}: {
  readonly operation: RenderOperation;
  readonly model: string;
}): string {
  return `${operation}/${model}/`;
}

/** A worker that stops: it requests no more leases, and may finish the job it renders. */
export const stoppedRequestSchema = z.strictObject({ worker: workerName });

/** What the renderer of a slot does. Everything after the first three is a wait for the service. */
export const rendererActivities = [
  'rendering',
  /** From the start of a job whose operation or model is not that of the last one to its first progress. */
  'loading',
  'waiting_for_jobs',
  /** A job is there, and its lease is under way. */
  'leasing',
  /** It is leased: its input image is read, or the renderer has not begun with it. */
  'preparing',
  /** Too many results are not delivered yet. */
  'delivering',
  'renderer_not_ready',
  'server_unreachable',
] as const;
export type RendererActivity = (typeof rendererActivities)[number];

const RENDERER_MS_MAX = 1e13;
export const rendererTimeRequestSchema = z.strictObject({
  worker: workerName,
  run: z.uuid().meta({ description: 'Another one for each start of the worker.' }),
  ms: z.record(z.enum(rendererActivities), z.number().min(0).max(RENDERER_MS_MAX)).meta({
    description: 'For how long its slots did what, all together, since the start of the run.',
  }),
});

export const leasedTaskSchema = z.strictObject({
  operation: z.enum(renderOperations),
  model: modelId,
  prompt: z.string(),
  negative_prompt: z.string().optional().meta({
    description: 'What must not be shown; only for a capability with `negative_prompt`.',
  }),
  seed: z.int(),
  width: z.int(),
  height: z.int(),
  frames: z.int().nullable(),
  frames_per_second: z
    .int()
    .nullable()
    .meta({ description: 'The frame rate of the video; null for an image.' }),
  sound: z.boolean(),
  init_image_path: z.string().nullable().meta({ description: 'Path of the source image, for GET.' }),
});

/** What a worker needs to mark an image and to sign its content credentials before it delivers the image. */
export const leasedProvenanceSchema = z.strictObject({
  payload: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .meta({ description: 'The payload of the watermark.' }),
  chip_key: z.base64url().meta({ description: 'The key that selects the carriers of the watermark.' }),
  signature: z.enum(['EdDSA', 'ES256', 'ES384']),
  certificates: z.array(z.base64()).min(1).meta({
    description:
      'DER, the certificate of the signer first, without the root. The key stays on the server: POST .../sign with the bytes returns the raw signature.',
  }),
});

/** The header that proves that a call comes from the worker that has the lease. */
export const leaseSecretHeader = 'x-lease-secret';

export const leaseSchema = z.strictObject({
  job_id: z.uuid(),
  attempt: z.int().positive(),
  secret: z.string().meta({
    description: `Every further call for this lease must send it as ${leaseSecretHeader}.`,
  }),
  lease_ms: z.int(),
  relay_url: z.string().nullable().meta({
    description:
      'The owning node of an ephemeral job. GET the lease from there, which has the prompt, and send all calls for the job there.',
  }),
  traceparent: z.string().optional().meta({
    description: 'The trace context (W3C) of the job, while the server traces it: report `stages` then.',
  }),
  waited_ms: z.number().optional().meta({
    description: 'For how long the server had no job for this request.',
  }),
  provenance: leasedProvenanceSchema.nullable().meta({
    description:
      'null for videos, and for workers with a token of their own, whose images the server marks and signs.',
  }),
  task: leasedTaskSchema,
});

export const heartbeatRequestSchema = z.strictObject({
  progress: z.number().min(0).max(1),
  stage: z.string().max(40),
  rendering_ms: z.number().min(0).max(stageMaxMs).optional().meta({
    description: 'How long ago the renderer began with the job; absent while the job waits for it.',
  }),
  limit_seconds: z.int().positive().max(attemptSecondsMax).optional().meta({
    description: 'How long an attempt may take, if its renderer needs more than half an hour.',
  }),
});
export const heartbeatResponseSchema = z.strictObject({
  cancel: z.boolean().meta({
    description: 'The job has ended, so nobody wants its result: stop the renderer, and delete what it has.',
  }),
  lease_ms: z.int(),
});

/** The size of a rendered result, for a link to upload it to the store. */
export const uploadLinkRequestSchema = z.strictObject({ bytes: z.int().positive() });

export const uploadLinkSchema = z.strictObject({
  upload_url: z
    .string()
    .nullable()
    .meta({
      description:
        'Where to PUT the result, named result.png or result.mp4, with its media type as Content-Type; the store takes ' +
        'no other number of bytes. null if it is uploaded to this server.',
    }),
});

export const artifactResponseSchema = z.strictObject({ bytes: z.int(), sha256: z.string() });

/** What a worker sends to the store to test the way there. A link to it is signed for this many bytes. */
export const storeCheck = 'kinora';

/** The response to a test upload, whose bytes are discarded. */
export const uploadCheckSchema = z.strictObject({
  bytes: z.int(),
  upload_url: z
    .string()
    .nullable()
    .meta({
      description:
        `Where to PUT the ${storeCheck.length} bytes of "${storeCheck}" as image/png, to test the way to the store, which ` +
        'takes no other number of bytes; null if every upload goes to this server.',
    }),
});

export type WorkerCapability = z.infer<typeof workerCapabilitySchema>;
export type LeaseRequest = z.infer<typeof leaseRequestSchema>;
export type StoppedRequest = z.infer<typeof stoppedRequestSchema>;
export type RendererTimeRequest = z.infer<typeof rendererTimeRequestSchema>;
export type RendererTime = RendererTimeRequest['ms'];
export type Lease = z.infer<typeof leaseSchema>;
export type LeasedProvenance = z.infer<typeof leasedProvenanceSchema>;
export type LeasedTask = z.infer<typeof leasedTaskSchema>;
export type HeartbeatRequest = z.infer<typeof heartbeatRequestSchema>;
export type HeartbeatResponse = z.infer<typeof heartbeatResponseSchema>;
export type UploadLink = z.infer<typeof uploadLinkSchema>;
export type UploadCheck = z.infer<typeof uploadCheckSchema>;
