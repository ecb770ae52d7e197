import { z } from 'zod';
import { jobTypes, payWithNames, tierNames } from './job-types.ts';
import { framesMax, framesMin, reportDetailsMax, reportReasonMax } from './limits.ts';
import { describedUploadLimits, maxResultSide } from './media-limits.ts';
import { anySideSchema, modelIdSchema, negativePromptSchema, promptSchema } from './v1-generate.ts';
import { poolNames } from './worker-protocol.ts';

/** The schemas of the job API: /generate, /job/{job_id}, /health and /report, with an access token. */

/** The version of the interface, not of the product. */
export const jobApiVersion = '1.0.0';

const typeSchema = z.enum(jobTypes).meta({
  description:
    'What to generate. Without a suffix, up to 1024 pixels on the longer side; `_hd` 1280, `_1080p` 1920, `_4k` 4096; `_av` has sound.',
});
const side = z.int().min(256).max(maxResultSide).default(1024).meta({
  description:
    'Pixels. Clamped to the smaller limit of type and tier, keeping the aspect ratio; ignored by `upscale*`. With `model`: delivered as on v1, and by default the size of the model.',
});

export const jobRequestSchema = z
  .strictObject({
    type: typeSchema,
    prompt: promptSchema,
    negative_prompt: negativePromptSchema,
    model: modelIdSchema.optional().meta({
      description:
        'With `pay_with: "balance"`: the id of a model of `GET /v1/models`, with its sizes, lengths, sound and price. `type` then says the operation alone: image, i2i, video, i2v, upscale or upscale_pro.',
    }),
    width: side,
    height: side,
    length: z.int().min(framesMin).max(framesMax).default(121).meta({
      description:
        'Number of video frames, 24 a second. Rounded down to 8n+1 and clamped to the tier; ignored for images. With `model`: at its frame rate, rounded down to its `frame_step`, and by default its own length.',
    }),
    seed: z.int().min(0).optional().meta({
      description:
        'Random if omitted. A seed of 2147483648 or more is reduced modulo 2147483648; the response has the one used.',
    }),
    image_base64: z
      .string()
      .optional()
      .meta({
        description: `Strict base64 of a PNG, JPEG or WebP. Required for \`i2i\`, \`i2v*\` and \`upscale*\`, ignored otherwise. ${describedUploadLimits}`,
        contentEncoding: 'base64',
      }),
    pay_with: z.enum(payWithNames).default('credits').meta({
      description:
        '`balance` pays the v1 price of the same image or fast video, in cents, from the prepaid balance of the account, on every tier with the types and limits of Pro. Too small a balance is a 402.',
    }),
    max_price_cents: z.int().min(0).optional().meta({
      description: 'With `pay_with: "balance"`: the most cents that the job may cost, like `max_credits`.',
    }),
    max_credits: z.int().min(0).optional().meta({
      description:
        'The most credits that the job may cost. One that costs more is refused with 409, as when prices have changed since the quote. A quote takes the field and ignores it.',
    }),
    age_verified: z
      .boolean()
      .meta({ description: 'Confirms that the user is 18 or older. Anything but true is refused with 403.' }),
  })
  .meta({ id: 'GenerateRequest', description: 'An image or video to generate.' });

/** The most that a catalogue can say: 600 seconds at 120 frames. */
const modelFramesMax = 72_001;

/** One that names no model, and one that does, whose sizes and lengths the server checks. */
export const jobOfTypeSchema = jobRequestSchema.extend({ model: z.undefined().optional() });
export const jobOfModelSchema = jobRequestSchema.extend({
  model: modelIdSchema,
  width: anySideSchema,
  height: anySideSchema,
  length: z.int().min(2).max(modelFramesMax).optional(),
});

export type JobApiRequest = z.output<typeof jobOfTypeSchema> | z.output<typeof jobOfModelSchema>;

const jobId = z.uuid().meta({ description: 'Id of the job.' });
const worker = z.enum(poolNames).meta({ description: 'The worker pool of the job.' });
const priority = z.int().meta({ description: 'A higher priority is served first: free 0, Pro 10, Max 20.' });
const seed = z.int().meta({ description: 'The seed of the job.' });

const priceCents = z.int().nonnegative().optional().meta({
  description: 'With `pay_with: "balance"`: what it costs, in cents of the balance.',
});
const model = modelIdSchema
  .optional()
  .meta({ description: 'With `pay_with: "balance"`: the id of its model.' });
/** What a job says of its model. */
export const modelOfJob = {
  model,
  frames_per_second: z.int().positive().optional().meta({
    description: 'With `pay_with: "balance"`: the frame rate of a video; without, it is 24.',
  }),
};

export const acceptedJobApiJobSchema = z
  .strictObject({
    job_id: jobId,
    status: z.literal('queued').meta({ description: 'Waiting for a worker.' }),
    type: z.enum(jobTypes).meta({ description: 'As requested.' }),
    worker,
    poll_url: z.string().meta({ description: 'Path to poll, relative to the base address.' }),
    credit_cost: z.int().nonnegative().meta({ description: 'Credits charged; 0 on the free tier.' }),
    price_cents: priceCents,
    model,
    tier: z.enum(tierNames).meta({ description: 'Your tier; Pro for a job that is paid from the balance.' }),
    priority,
    seed,
  })
  .meta({ id: 'GenerateResponse', description: 'An accepted job. It is durable.' });

export type AcceptedJobApiJob = z.infer<typeof acceptedJobApiJobSchema>;

const resultSchema = z
  .strictObject({
    url: z.url().meta({ description: 'Public address of the file; needs no token.' }),
    kind: z.enum(['image', 'video']),
    width: z.int().meta({ description: 'Pixels.' }),
    height: z.int().meta({ description: 'Pixels.' }),
    duration: z.number().optional().meta({ description: 'Seconds; absent for an image.' }),
  })
  .meta({ id: 'JobResult', description: 'One generated file.' });

export const jobApiJobStatusSchema = z
  .strictObject({
    job_id: jobId,
    status: z.enum(['queued', 'generating', 'completed', 'failed', 'blocked']).meta({
      description: 'The last three are final; stop polling then.',
    }),
    type: z.enum(jobTypes),
    worker,
    created: z.number().meta({ description: 'When the job was submitted, in Unix seconds.' }),
    elapsed: z
      .number()
      .nonnegative()
      .meta({ description: 'Seconds from the submission to now, or to the end of the job.' }),
    progress: z.number().min(0).max(1).meta({ description: 'From 0 to 1.' }),
    priority,
    queue_type: z.enum(['standard', 'priority']).meta({ description: '`priority` on paid tiers.' }),
    queue_position: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Free tier, while waiting: the position in the queue. 1 starts next.' }),
    estimated_wait: z.int().nonnegative().optional().meta({
      description:
        'Free tier, until the job ends: the estimated whole seconds until then. Computed from measured times and the workers that are alive, and it does not rise unless something changes. While no worker can render the job, it stays at the seconds that the job would take if one returned now.',
    }),
    estimated_wait_seconds: z.int().nonnegative().optional().meta({
      description: 'On every tier, until the job ends: the same estimate as on v1, in whole seconds.',
    }),
    results: z.array(resultSchema).min(1).optional().meta({ description: 'If completed.' }),
    seed,
    prompt: z.string().optional().meta({ description: 'As requested; absent once it is deleted.' }),
    negative_prompt: z
      .string()
      .optional()
      .meta({ description: 'If the order had one; absent once it is deleted.' }),
    width: z.int().meta({ description: 'Pixels of the result, after clamping.' }),
    height: z.int().meta({ description: 'Pixels of the result, after clamping.' }),
    frames: z.int().optional().meta({ description: 'Frames of the result; absent for an image.' }),
    credit_cost: z.int().nonnegative().meta({
      description: 'The credits that it costs. They are returned if the job fails or is blocked.',
    }),
    price_cents: priceCents,
    ...modelOfJob,
    demonstration: z.literal(true).optional().meta({
      description:
        'If the built-in engine of the service made the result: it matches single words of the prompt, and is no model.',
    }),
    error: z.string().optional().meta({ description: 'If failed or blocked: the reason.' }),
  })
  .meta({ id: 'JobApiJobStatus', description: 'The status of a job.' });

export type JobApiJobStatus = z.infer<typeof jobApiJobStatusSchema>;

const workerHealthSchema = z
  .strictObject({
    healthy: z
      .boolean()
      .meta({ description: 'Whether it was seen within the last minute and reports no trouble.' }),
    gpu: z.string().meta({ description: 'GPU class; "none" for a CPU-only worker.' }),
    queue_size: z.int().nonnegative().meta({
      description:
        'Open jobs: those it renders, and those that wait in this pool, for all of its workers together.',
    }),
    vram_free_gb: z.number().nonnegative(),
  })
  .meta({ id: 'WorkerHealth', description: 'The state of a worker.' });

const ofTotal = z
  .string()
  .regex(/^\d+\/\d+$/)
  .meta({ description: 'Healthy workers of all workers, such as 2/3.' });
const workerMap = z.record(z.string(), workerHealthSchema).meta({
  description: 'The workers by name, at most 100. The second worker of a name is `name#2`.',
});

export const healthSchema = z
  .strictObject({
    status: z.enum(['ok', 'degraded', 'unavailable']).meta({
      description:
        '`ok` if both pools have a healthy worker and background tasks run, `degraded` if one has or they do not.',
    }),
    image_healthy: ofTotal,
    video_healthy: ofTotal,
    image_workers: workerMap,
    video_workers: workerMap,
    tasks: z.enum(['ok', 'stalled']).meta({
      description:
        'Whether the server that answers can run its background tasks: emails, webhooks, recharges.',
    }),
  })
  .meta({ id: 'Health', description: 'The image and video workers that have not stopped.' });

export type Health = z.infer<typeof healthSchema>;

export const reportRequestSchema = z
  .strictObject({
    content_id: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .meta({ description: 'The id in the URL of the file (its gen_id), or the id of the job.' }),
    reason: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'must not be empty')
      .max(reportReasonMax, `must be at most ${reportReasonMax} characters`)
      .regex(
        /^[a-z0-9_-]*$/,
        'must be a code such as csam, nonconsensual, copyright or other: letters, digits, - and _; write the rest in details',
      )
      .meta({
        description:
          'A short code: csam, nonconsensual, copyright, other, or your own of letters, digits, - and _. csam hides the file at once, within limits.',
      }),
    details: z
      .string()
      .max(reportDetailsMax, `must be at most ${reportDetailsMax} characters`)
      .optional()
      .meta({ description: 'A short note that helps the reviewer.' }),
  })
  .meta({ id: 'ReportRequest', description: 'A report of content, for review by a person.' });

export const reportResponseSchema = z
  .strictObject({ ok: z.literal(true).meta({ description: 'The report is stored.' }) })
  .meta({ id: 'ReportResponse', description: 'The report is stored.' });

/** The body of every error of the job API. */
export const jobApiErrorSchema = z
  .strictObject({
    error: z.string().meta({ description: 'A sentence that says what to do.' }),
    retry_after: z.int().positive().optional().meta({ description: 'With 429: seconds to wait.' }),
    blocked: z.literal(true).optional().meta({ description: 'With 451.' }),
  })
  .meta({ id: 'JobApiError', description: 'An error of the job API.' });

export type JobApiError = z.infer<typeof jobApiErrorSchema>;
