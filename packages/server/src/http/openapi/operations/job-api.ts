import {
  acceptedJobApiJobSchema,
  healthSchema,
  jobRequestSchema,
  reportResponseSchema,
  reportRequestSchema,
  jobApiJobStatusSchema,
} from '@kinora/contract';
import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { exampleImageJob, exampleVideoJob } from './example-jobs.ts';
import { idempotencyKey, replayed } from './generate.ts';

const withToken = { tag: 'Job-API', needsKey: false, jobApi: { needsToken: true } } as const;

const EXAMPLE_ASSET = '5b0f4a1e-9c1d-4e57-8f0a-3d1f6a2b7c98';

export const generateJob: Operation = {
  ...withToken,
  id: 'generateJob',
  method: 'post',
  path: '/generate',
  summary: 'Make a picture or clip on your tier',
  description: [
    'The types `image`, `image_hd`, `i2i`, `video`, `video_hd`, `i2v`, `i2v_hd` and `upscale` are open to everybody and cost nothing. The others need Pro or Max and cost credits: as many as the same picture or fast clip costs cents in the v1 interface. Pro has 1,000 credits a calendar month (UTC) and Max 5,000; a job that is not delivered gives its credits back.',
    'Nothing is refused for being too large: width, height and length are clamped to the smaller of type and tier, with the ratio kept. The longer side may have 1280 pixels on the free tier, 2048 for pictures on Pro, 4096 on Max, and 1920 for clips on both; clips may have 121 frames on the free tier and 257 on the others. `upscale` doubles the picture sent and `upscale_pro` quadruples it.',
    'The free tier has 1 job at once and 10 calls a minute, Pro 3 and 30, Max 6 and 60.',
  ],
  parameters: [idempotencyKey],
  request: {
    schema: jobRequestSchema,
    examples: [
      {
        title: 'A wide picture',
        value: {
          type: 'image_hd',
          prompt: 'a lighthouse in a storm',
          width: 1280,
          height: 720,
          age_verified: true,
        },
      },
      {
        title: 'A clip with sound',
        value: {
          type: 'video_av',
          prompt: 'rain on a mountain lake at dusk',
          length: 121,
          age_verified: true,
        },
      },
    ],
  },
  answers: [
    {
      status: 200,
      description: 'The job is accepted and durable. Poll `poll_url`, appended to the base address.',
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
      headers: [replayed],
    },
  ],
  problems: [
    'invalid_request',
    'sign_in_required',
    'age_verification_required',
    'tier_required',
    'account_review_required',
    'idempotency_conflict',
    'body_too_large',
    'rate_limited',
    'credits_exhausted',
    'content_blocked',
    'workers_unavailable',
  ],
};

const standing = {
  worker: 'image',
  created: 1767225600.25,
  priority: 0,
  queue_type: 'standard',
  seed: 1804289383,
} as const;

export const readJobApiJob: Operation = {
  ...withToken,
  id: 'readJobApiJob',
  method: 'get',
  path: '/job/{job_id}',
  summary: 'Poll a job of your tier',
  description: [
    'Poll every one to two seconds until `status` is `completed`, `failed` or `blocked`. The position in the queue and the estimated wait are told on the free tier.',
    'A result that was reported may be hidden until a person has looked at it; its job is `blocked` as long.',
  ],
  parameters: [
    {
      name: 'job_id',
      in: 'path',
      required: true,
      description: 'The `job_id` that the generate call answered.',
      schema: z.uuid(),
    },
  ],
  answers: [
    {
      status: 200,
      description: 'Where the job stands.',
      schema: jobApiJobStatusSchema,
      examples: [
        {
          title: 'Waiting, on the free tier',
          value: {
            job_id: exampleImageJob,
            status: 'queued',
            type: 'image_hd',
            ...standing,
            elapsed: 1.5,
            progress: 0,
            queue_position: 2,
            estimated_wait: 9,
          },
        },
        {
          title: 'Completed',
          value: {
            job_id: exampleVideoJob,
            status: 'completed',
            type: 'video_1080p',
            ...standing,
            worker: 'video',
            priority: 10,
            queue_type: 'priority',
            elapsed: 41.2,
            progress: 1,
            results: [
              {
                url: `https://kinora.example/media/${EXAMPLE_ASSET}.mp4`,
                kind: 'video',
                width: 1920,
                height: 1080,
                duration: 5,
              },
            ],
          },
        },
      ],
    },
  ],
  problems: ['sign_in_required', 'not_found', 'workers_unavailable'],
};

export const downloadMedia: Operation = {
  id: 'downloadMedia',
  method: 'get',
  path: '/media/{file}',
  atOrigin: true,
  tag: 'Job-API',
  summary: 'Fetch a public result',
  description: [
    'Where `url` of a result leads. It needs no token, answers GET and HEAD, and one byte range, so that players can seek. A result is there for 7 days, unless it is deleted, or hidden because of a report.',
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
    {
      name: 'Range',
      in: 'header',
      required: false,
      description: 'One range of bytes, such as `bytes=0-1023`.',
      schema: z.string(),
    },
  ],
  answers: [
    { status: 200, description: 'The file.', media: ['image/png', 'video/mp4'] },
    { status: 206, description: 'The bytes asked for.', media: ['image/png', 'video/mp4'] },
    { status: 304, description: 'You have it. No body.' },
    { status: 416, description: 'The range lies outside the file. No body.' },
  ],
  problems: ['invalid_request', 'not_found', 'internal_error'],
  curl: 'curl -O "$RESULT_URL"',
};

const exampleWorker = { healthy: true, gpu: 'L4', queue_size: 0, vram_free_gb: 21.5 };

export const readHealth: Operation = {
  id: 'readHealth',
  method: 'get',
  path: '/health',
  tag: 'Job-API',
  summary: 'See whether workers are there',
  description: ['Needs no token. The workers are those of the last day, as they reported themselves.'],
  needsKey: false,
  jobApi: { needsToken: false },
  parameters: [],
  answers: [
    {
      status: 200,
      description: 'The workers by medium. One that makes both stands in both.',
      schema: healthSchema,
      examples: [
        {
          title: 'One of them is away',
          value: {
            status: 'degraded',
            image_healthy: '1/1',
            video_healthy: '0/1',
            image_workers: { 'worker-1': exampleWorker },
            video_workers: { 'worker-2': { ...exampleWorker, healthy: false } },
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
    'Stores a report for a person to look at. A report of `csam` hides the result at once, until that has been done.',
  ],
  parameters: [],
  request: {
    schema: reportRequestSchema,
    examples: [
      {
        title: 'A picture that is somebody else’s',
        value: {
          content_id: EXAMPLE_ASSET,
          reason: 'copyright',
          details: 'The photo on my site, at /bridge.',
        },
      },
    ],
  },
  answers: [
    {
      status: 200,
      description: 'The report is stored.',
      schema: reportResponseSchema,
      examples: [{ title: 'Stored', value: { ok: true } }],
    },
  ],
  problems: ['invalid_request', 'sign_in_required', 'workers_unavailable'],
};
