import {
  acceptedJobApiJobSchema,
  healthSchema,
  jobApiJobStatusSchema,
  jobRequestSchema,
  reportRequestSchema,
  reportResponseSchema,
} from '@kinora/contract';
import { z } from 'zod';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { creditsOf } from '../../../quote/quote-job.ts';
import type { Operation, Parameter } from '../operation.ts';
import { callLimitHeaders } from './call-limit.ts';
import { everyModel, everyVideoModel } from './every-key.ts';
import { exampleImageJob, exampleVideoJob, videoOf } from './example-jobs.ts';
import { fileParameters, withoutFile } from './file-download.ts';
import { idempotencyKey, replayed } from './generate.ts';

export const withToken = { tag: 'Job-API', needsKey: false, jobApi: { needsToken: true } } as const;

const EXAMPLE_ASSET = '5b0f4a1e-9c1d-4e57-8f0a-3d1f6a2b7c98';

export const generateJob: Operation = {
  ...withToken,
  id: 'generateJob',
  method: 'post',
  path: '/generate',
  summary: 'Generate an image or video on your tier',
  description: [
    'The types `image`, `image_hd`, `i2i`, `video`, `video_hd`, `i2v`, `i2v_hd` and `upscale` are available on every tier and cost nothing. The others need Pro or Max and cost credits: as many as the same image or fast video costs cents in the v1 interface. Pro has 1,000 credits per calendar month (UTC) and Max 5,000; the credits of a job that is not delivered are returned.',
    'No size is rejected as too large: width, height and length are clamped to the smaller limit of type and tier, keeping the aspect ratio. The longer side is limited to 1280 pixels on the free tier, for images to 2048 on Pro and 4096 on Max, and for videos to 1920 on both. Videos are limited to 121 frames on the free tier and 257 on the others. `upscale` doubles the size of the uploaded image and `upscale_pro` quadruples it.',
    'With `pay_with: "balance"` an order may name a `model` of `GET /v1/models`: `{"type": "i2v", "model": "quality", "length": 169}`. It is delivered and priced as on v1, whatever the tier.',
    'The free tier allows 1 concurrent job and 10 calls a minute, Pro 3 and 30, Max 6 and 60.',
    'The body may have 24 MiB, of which at most 65,536 characters may be outside of the image.',
    'An account most of whose recent requests the safety check rejected, on this interface and v1 together, is suspended for 24 hours: 403.',
  ],
  parameters: [idempotencyKey],
  request: {
    schema: jobRequestSchema,
    examples: [
      {
        title: 'A wide image',
        value: {
          type: 'image_hd',
          prompt: 'a lighthouse in a storm',
          width: 1280,
          height: 720,
          age_verified: true,
        },
      },
      {
        title: 'A video with sound',
        value: {
          type: 'video_av',
          prompt: 'rain on a mountain lake at dusk',
          length: 121,
          age_verified: true,
        },
      },
    ],
  },
  responses: [
    {
      status: 200,
      description: 'The job is accepted and durable. Poll `poll_url`, which is relative to the base address.',
      schema: acceptedJobApiJobSchema,
      examples: [
        {
          title: 'Accepted',
          value: {
            job_id: exampleImageJob,
            status: 'queued',
            type: 'image_hd',
            worker: 'image',
            poll_url: `/job/${exampleImageJob}`,
            credit_cost: 0,
            tier: 'free',
            priority: 0,
            seed: 1804289383,
          },
        },
      ],
      headers: [...callLimitHeaders, replayed],
    },
  ],
  problems: [
    'invalid_request',
    'sign_in_required',
    'account_banned',
    'age_verification_required',
    'tier_required',
    'key_suspended',
    'account_review_required',
    'payment_required',
    'balance_insufficient',
    'auto_recharge_declined',
    'arrears',
    'idempotency_conflict',
    'price_changed',
    'body_too_large',
    'rate_limited',
    'credits_exhausted',
    'storage_quota_reached',
    ...everyModel,
    ...everyVideoModel,
    'prompt_language_unsupported',
    'content_blocked',
    'workers_unavailable',
    'storage_full',
  ],
};

const state = {
  worker: 'image',
  created: 1767225600.25,
  priority: 0,
  queue_type: 'standard',
  seed: 1804289383,
} as const;

export const waitingJob = {
  job_id: exampleImageJob,
  status: 'queued',
  type: 'image_hd',
  ...state,
  elapsed: 1.5,
  progress: 0,
  queue_position: 2,
  estimated_wait: 9,
  prompt: 'a lighthouse in a storm',
  width: 1280,
  height: 720,
  credit_cost: 0,
} as const;

export const jobIdOfTier: Parameter = {
  name: 'job_id',
  in: 'path',
  required: true,
  description: 'The `job_id` that the generate call returned.',
  schema: z.uuid(),
};

export const readJobApiJob: Operation = {
  ...withToken,
  id: 'readJobApiJob',
  method: 'get',
  path: '/job/{job_id}',
  summary: 'Poll a job of your tier',
  description: [
    'Poll every one to two seconds until `status` is `completed`, `failed` or `blocked`. The position in the queue and the estimated wait are returned on the free tier.',
    'A reported result may be hidden until a person has reviewed it; meanwhile its job is `blocked`.',
  ],
  parameters: [jobIdOfTier],
  responses: [
    {
      status: 200,
      description: 'The status of the job.',
      schema: jobApiJobStatusSchema,
      examples: [
        { title: 'Waiting, on the free tier', value: waitingJob },
        {
          title: 'Completed',
          value: (sold: Catalogue) => ({
            job_id: exampleVideoJob,
            status: 'completed',
            type: 'video_1080p',
            ...state,
            worker: 'video',
            priority: 10,
            queue_type: 'priority',
            elapsed: 41.2,
            progress: 1,
            prompt: 'rain on a mountain lake at dusk',
            width: 1920,
            height: 1080,
            frames: 121,
            credit_cost: creditsOf(sold, videoOf(sold, { width: 1920, height: 1080 }).priceCents),
            results: [
              {
                url: `https://kinora.example/media/${EXAMPLE_ASSET}.mp4`,
                kind: 'video',
                width: 1920,
                height: 1080,
                duration: 5,
              },
            ],
          }),
        },
      ],
    },
  ],
  problems: ['sign_in_required', 'account_banned', 'not_found', 'workers_unavailable'],
};

export const downloadMedia: Operation = {
  id: 'downloadMedia',
  method: 'get',
  path: '/media/{file}',
  atOrigin: true,
  tag: 'Job-API',
  summary: 'Download a public result',
  description: [
    'The target of the `url` of a result. It needs no token and supports GET, HEAD and a single byte range, so that players can seek. A result is available for 7 days unless it is deleted, or hidden because of a report.',
    'Caches may keep it for a minute and then revalidate it by its `ETag`. Pages of every origin may show and read it.',
  ],
  needsKey: false,
  parameters: [
    {
      name: 'file',
      in: 'path',
      required: true,
      description: 'The id of the result and its extension.',
      schema: z.string(),
    },
    ...fileParameters,
  ],
  responses: [
    { status: 200, description: 'The file.', media: ['image/png', 'video/mp4'] },
    { status: 206, description: 'The requested bytes.', media: ['image/png', 'video/mp4'] },
    ...withoutFile,
  ],
  problems: ['invalid_request', 'not_found', 'internal_error', 'usage_unavailable'],
  curl: 'curl -O "$RESULT_URL"',
};

const exampleWorker = { healthy: true, gpu: 'L4', queue_size: 0, vram_free_gb: 21.5 };

export const readHealth: Operation = {
  id: 'readHealth',
  method: 'get',
  path: '/health',
  tag: 'Job-API',
  summary: 'Check the health of the workers',
  description: [
    'Needs no token. Lists the workers that were seen within the last ten minutes. A worker that stops is removed at once; one that disappears is unhealthy after a minute and removed after ten. One whose renderer renders nothing is unhealthy at once.',
  ],
  needsKey: false,
  jobApi: { needsToken: false },
  parameters: [],
  responses: [
    {
      status: 200,
      description: 'The workers by the pools whose jobs they can render.',
      schema: healthSchema,
      examples: [
        {
          title: 'One worker is unreachable',
          value: {
            status: 'degraded',
            image_healthy: '1/1',
            video_healthy: '0/1',
            image_workers: { 'worker-1': exampleWorker },
            video_workers: { 'worker-2': { ...exampleWorker, healthy: false } },
            tasks: 'ok',
          },
        },
      ],
    },
  ],
  problems: [],
};

export const reportContent: Operation = {
  ...withToken,
  id: 'reportContent',
  method: 'post',
  path: '/report',
  summary: 'Report content',
  description: [
    'Stores a report for review by a person. A report with the reason `csam` hides the result at once, until the review.',
    'Reports of one account hide at most three results a day, those of one network ten. A result that the operator has kept is not hidden again, and an account whose report hid it hides nothing for 30 days. Such reports are reviewed all the same.',
    'An account may send 20 reports a day. A report that adds nothing to those that are stored, or to what the operator has decided, gets the same response as any other.',
  ],
  parameters: [],
  request: {
    schema: reportRequestSchema,
    examples: [
      {
        title: 'Somebody else’s image',
        value: {
          content_id: EXAMPLE_ASSET,
          reason: 'copyright',
          details: 'The photo on my site, at /bridge.',
        },
      },
    ],
  },
  responses: [
    {
      status: 200,
      description: 'The report is stored.',
      schema: reportResponseSchema,
      examples: [{ title: 'Stored', value: { ok: true } }],
    },
  ],
  problems: ['invalid_request', 'sign_in_required', 'account_banned', 'rate_limited', 'workers_unavailable'],
};
