import {
  acceptedImageSchema,
  acceptedVideoSchema,
  imageGenerateRequestSchema,
  jobEventSchema,
  type ProblemCode,
  videoGenerateRequestSchema,
} from '@kinora/contract';
import { z } from 'zod';
import type { Header, Operation, Parameter } from '../operation.ts';
import { callLimitHeaders } from './call-limit.ts';
import { everyModel, everyPayment, everyVideoModel } from './every-key.ts';
import { exampleImageJob, exampleVideoJob } from './example-jobs.ts';

const funded: readonly ProblemCode[] = [
  ...everyModel,
  'invalid_request',
  'payment_required',
  'balance_insufficient',
  'auto_recharge_declined',
  'card_required',
  'arrears',
  'idempotency_conflict',
  'price_changed',
  'quota_exhausted',
  'monthly_cap_reached',
  'key_cap_reached',
  'storage_quota_reached',
  'prompt_language_unsupported',
  'content_blocked',
  'workers_unavailable',
  'storage_full',
];

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text you choose. The same key with the same body returns the first job for 24 hours, instead of creating and charging a second one. Without it, each request is a new job.',
  schema: z.string().regex(/^[\x20-\x7e]{1,255}$/),
};

const serviceStore: Parameter = {
  name: 'X-Service-Store',
  in: 'header',
  required: false,
  description:
    '`0` stores nothing: the call stays open until the job has ended and returns the bytes; neither they nor the prompt are stored. Disconnecting cancels the job. Behind a proxy such a call is refused with `zero_retention_too_slow` if it is expected to last longer than the proxy allows. `1`, the default, stores the result.',
  schema: z.enum(['0', '1']),
};

export const replayed: Header = {
  name: 'Idempotent-Replayed',
  description: 'Present if the first response is returned again and nothing was charged.',
  schema: z.literal('true'),
};

/** The headers of a response that is the result itself. */
const inlineHeaders: readonly Header[] = [
  { name: 'X-Job-Id', description: 'With `X-Service-Store: 0`: the id of the job.', schema: z.uuid() },
  {
    name: 'X-Seed',
    description: 'With `X-Service-Store: 0`: the seed of the job.',
    schema: z.string(),
  },
  {
    name: 'X-Price-Cents',
    description: 'With `X-Service-Store: 0`: the price in cents.',
    schema: z.string(),
  },
];

const events = { addressField: 'webhook_url', schema: jobEventSchema };

export const generateImage: Operation = {
  id: 'generateImage',
  method: 'post',
  path: '/v1/images/generate',
  tag: 'Generate',
  summary: 'Generate an image',
  description: [
    'Generates a PNG from a text prompt. The call returns as soon as the job is durable and paid for; poll `poll_url` for the image.',
    '`model` names an image model of `GET /v1/models`, which has the sizes and prices of each. A failed job costs nothing.',
    'The body may have 64 KiB.',
  ],
  needsKey: true,
  parameters: [idempotencyKey, serviceStore],
  request: {
    schema: imageGenerateRequestSchema,
    examples: [
      {
        title: 'A square image',
        value: { prompt: 'a lighthouse in a storm', seed: 7 },
      },
      {
        title: 'A wide image',
        value: { prompt: 'aurora over a frozen lake, pine forest', width: 1536, height: 864 },
      },
    ],
  },
  responses: [
    {
      status: 200,
      description:
        'The job is accepted, durable and paid for. With `X-Service-Store: 0` the response is the result itself, as `image/png`.',
      schema: acceptedImageSchema,
      examples: [
        {
          title: 'Accepted',
          value: {
            job_id: exampleImageJob,
            status: 'queued',
            kind: 'image',
            poll_url: `/api/v1/jobs/${exampleImageJob}`,
          },
        },
      ],
      media: ['image/png'],
      headers: [...callLimitHeaders, replayed, ...inlineHeaders],
    },
  ],
  events,
  problems: [...everyPayment, ...funded, 'zero_retention_too_slow'],
};

export const generateVideo: Operation = {
  id: 'generateVideo',
  method: 'post',
  path: '/v1/videos/generate',
  tag: 'Generate',
  summary: 'Generate a video',
  description: [
    'Generates an MP4 with sound, 24 frames a second, from a text prompt, or from your own image in `init_image_base64` and a prompt that describes the motion.',
    'The length is rounded down to a third of a second. The delivered size determines the price tier; the response has both. A request that the mode does not support is rejected before anything is charged.',
    '`model` names a video model of `GET /v1/models`, which has the sizes, lengths and prices of each; `mode` names three of them.',
    '`fast` supports any size: HD in 16:9, 9:16, 1:1, 3:2 or 2:3 is delivered at the exact 720p size of that shape, every other size is rounded to multiples of 64 pixels. `quality` and `cinema` support exact sizes in those five shapes only.',
    'The body may have 24 MiB, of which at most 65,536 characters may be outside of the image.',
  ],
  needsKey: true,
  parameters: [idempotencyKey, serviceStore],
  request: {
    schema: videoGenerateRequestSchema,
    examples: [
      {
        title: 'A video of five seconds',
        value: { prompt: 'rain on a mountain lake at dusk', duration: 5 },
      },
      {
        title: 'Full HD in quality',
        value: {
          prompt: 'fireflies over tall grass, summer night',
          mode: 'quality',
          width: 1920,
          height: 1080,
          duration: 7,
        },
      },
    ],
  },
  responses: [
    {
      status: 200,
      description:
        'The job is accepted, durable and paid for. With `X-Service-Store: 0` the response is the result itself, as `video/mp4`.',
      schema: acceptedVideoSchema,
      examples: [
        {
          title: 'Accepted',
          value: {
            job_id: exampleVideoJob,
            status: 'queued',
            kind: 'video',
            poll_url: `/api/v1/jobs/${exampleVideoJob}`,
            mode: 'fast',
            output_width: 1280,
            output_height: 720,
            price_tier: 'hd',
          },
        },
      ],
      media: ['video/mp4'],
      headers: [...callLimitHeaders, replayed, ...inlineHeaders],
    },
  ],
  events,
  problems: [
    'zero_retention_too_slow',
    ...everyPayment,
    ...funded,
    'invalid_mode',
    ...everyVideoModel,
    'video_validation_unavailable',
  ],
};
