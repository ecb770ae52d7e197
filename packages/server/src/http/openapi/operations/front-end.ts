import {
  jobApiJobStatusSchema,
  jobListSchema,
  jobQuoteSchema,
  jobRequestSchema,
  jobTypes,
  meSchema,
} from '@kinora/contract';
import { z } from 'zod';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { creditsOf } from '../../../quote/quote-job.ts';
import type { Operation } from '../operation.ts';
import { callLimitHeaders } from './call-limit.ts';
import { exampleImageJob, videoOf } from './example-jobs.ts';
import { lastEventId, streamEnds, streamResponses } from './follow-job.ts';
import { jobIdOfTier, waitingJob, withToken } from './job-api.ts';
import { pageParameters } from './page-parameters.ts';

/** The operations of the job API that a front end needs besides /generate and /job. */

const limitsOf = ({
  document: {
    job_api: { tiers },
  },
}: Catalogue) => ({
  image_longest_side: tiers.pro.image_side,
  video_longest_side: tiers.pro.video_side,
  video_frames: tiers.pro.frames,
  jobs_at_once: tiers.pro.jobs_at_once,
  calls_per_minute: tiers.pro.calls_per_minute,
});

/** An account on Pro that has used some. */
function creditsLeft({
  document: {
    job_api: { tiers },
  },
}: Catalogue) {
  const perMonth = tiers.pro.credits_per_month;
  return { per_month: perMonth, left: Math.max(0, perMonth - 58), resets_at: 1769904000 };
}

export const readMe: Operation = {
  ...withToken,
  id: 'readMe',
  method: 'get',
  path: '/me',
  summary: 'Read your tier, limits and credits',
  description: ['The `RateLimit` headers show the limit of generate calls, which this call does not use up.'],
  parameters: [],
  responses: [
    {
      status: 200,
      description: 'The signed-in account.',
      schema: meSchema,
      examples: [
        {
          title: 'On Pro',
          value: (sold: Catalogue) => ({
            account_id: '01a1f2b3-0000-7000-8000-5b0f4a1e9c1d',
            email: 'you@example.com',
            tier: 'pro',
            types: [...jobTypes],
            limits: limitsOf(sold),
            open_jobs: 1,
            credits: creditsLeft(sold),
            balance: {
              cents: 1000,
              types: [...jobTypes],
              limits: limitsOf(sold),
            },
          }),
        },
      ],
      headers: callLimitHeaders,
    },
  ],
  problems: ['sign_in_required', 'account_banned', 'workers_unavailable'],
};

export const quoteJob: Operation = {
  ...withToken,
  id: 'quoteJob',
  method: 'post',
  path: '/quote',
  summary: 'Ask for the price',
  description: [
    'Takes the body of a generate call and returns what it would deliver and cost. It creates no job, reserves nothing and does not count as a generate call. Neither the prompt nor the image is checked.',
    '`image_base64` may be left out, except for `upscale*`, whose price depends on the size of the image.',
  ],
  parameters: [],
  request: {
    schema: jobRequestSchema,
    examples: [
      {
        title: 'A video with sound',
        value: { type: 'video_av', prompt: 'rain on a mountain lake', length: 121, age_verified: true },
      },
    ],
  },
  responses: [
    {
      status: 200,
      description: 'What the job would deliver and cost.',
      schema: jobQuoteSchema,
      examples: [
        {
          title: 'A video with sound',
          value: (sold: Catalogue) => ({
            type: 'video_av',
            kind: 'video',
            width: 1024,
            height: 1024,
            frames: 121,
            sound: true,
            credit_cost: creditsOf(sold, videoOf(sold).priceCents),
            credits_left: creditsLeft(sold).left,
            tier: 'pro',
          }),
        },
      ],
    },
  ],
  problems: [
    'invalid_request',
    'sign_in_required',
    'account_banned',
    'age_verification_required',
    'tier_required',
    'invalid_model',
    'model_unsupported',
    'model_not_in_plan',
    'mode_resolution_unsupported',
    'mode_duration_unsupported',
    'body_too_large',
    'workers_unavailable',
  ],
};

export const listJobs: Operation = {
  ...withToken,
  id: 'listJobs',
  method: 'get',
  path: '/jobs',
  summary: 'List your jobs',
  description: [
    'Newest first, each as `GET /job/{job_id}` returns it. Deleted jobs, and those that ended more than 7 days ago, are not listed.',
  ],
  parameters: [
    ...pageParameters('Jobs'),
    {
      name: 'status',
      in: 'query',
      required: false,
      description: 'Only jobs with this status.',
      schema: jobApiJobStatusSchema.shape.status,
    },
    {
      name: 'kind',
      in: 'query',
      required: false,
      description: 'Only images, or only videos.',
      schema: z.enum(['image', 'video']),
    },
  ],
  responses: [
    {
      status: 200,
      description: 'A page of jobs.',
      schema: jobListSchema,
      examples: [{ title: 'A page', value: { jobs: [waitingJob], next_cursor: exampleImageJob } }],
    },
  ],
  problems: ['invalid_request', 'sign_in_required', 'account_banned', 'workers_unavailable'],
};

export const deleteJobApiJob: Operation = {
  ...withToken,
  id: 'deleteJobApiJob',
  method: 'delete',
  path: '/job/{job_id}',
  summary: 'Cancel or delete a job of your tier',
  description: [
    'Cancels a job that is queued or generating and returns its credits. Deletes the result of a finished job, which caches may serve for another minute. In both cases the job then returns `404`.',
  ],
  parameters: [jobIdOfTier],
  responses: [{ status: 204, description: 'Deleted. No body.' }],
  problems: ['sign_in_required', 'account_banned', 'not_found', 'workers_unavailable'],
};

export const watchJobApiJob: Operation = {
  ...withToken,
  id: 'watchJobApiJob',
  method: 'get',
  path: '/job/{job_id}/events',
  summary: 'Follow a job of your tier',
  description: [
    'Server-sent events, instead of polling: the current status at once, and again within about a second whenever state, progress or position change. Each event is named `status` and its data is the whole status, as `GET /job/{job_id}` returns it. The stream ends after the final status, or after an event `deleted`. A page reads it with `fetch`, because an `EventSource` sends no token.',
    streamEnds,
  ],
  parameters: [jobIdOfTier, lastEventId],
  responses: streamResponses,
  problems: ['sign_in_required', 'account_banned', 'not_found', 'workers_unavailable'],
  curl: `curl -N -H "Authorization: Bearer $KINORA_TOKEN" "$KINORA_URL/job/${exampleImageJob}/events"`,
};
