import { jobPageSchema, jobStatusSchema, resultUrlSeconds } from '@kinora/contract';
import { z } from 'zod';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { Operation, Parameter } from '../operation.ts';
import { everyRead } from './every-key.ts';
import { exampleImageJob, exampleVideoJob, imageOf, videoOf } from './example-jobs.ts';
import { fileParameters, withoutFile } from './file-download.ts';
import { lastEventId, streamEnds, streamResponses } from './follow-job.ts';
import { pageParameters } from './page-parameters.ts';

const jobId: Parameter = {
  name: 'job_id',
  in: 'path',
  required: true,
  description: 'The `job_id` that the generate call returned.',
  schema: z.uuid(),
};

const factsOf = (price_cents: number) => ({
  seed: 1804289383,
  price_cents,
  created_at: '2026-01-01T12:00:00.000Z',
  completed_at: '2026-01-01T12:00:02.000Z',
});

const waiting = (sold: Catalogue) => ({
  job_id: exampleImageJob,
  status: 'queued',
  kind: 'image',
  progress: 0,
  queue_position: 3,
  estimated_wait_seconds: 9,
  ...factsOf(imageOf(sold).priceCents),
  completed_at: null,
});

export const readJob: Operation = {
  id: 'readJob',
  method: 'get',
  path: '/v1/jobs/{job_id}',
  tag: 'Jobs',
  summary: 'Poll a job',
  description: [
    'Poll every two seconds until `status` is `completed`, `failed` or `blocked`. Waiting and running jobs are both `queued`; `queue_position` is present while the job waits.',
    'A completed job has `result_url`, a signed link that needs no key and is valid for 24 hours. Poll again for a new link. A failed or blocked job has `error` and costs nothing.',
  ],
  needsKey: true,
  parameters: [jobId],
  responses: [
    {
      status: 200,
      description: 'The status of the job.',
      schema: jobStatusSchema,
      examples: [
        {
          title: 'Completed',
          value: (sold: Catalogue) => ({
            job_id: exampleImageJob,
            status: 'completed',
            kind: 'image',
            result_url: `https://kinora.example/files/jobs/${exampleImageJob}/1/result.png?kid=1&expires=1767312000&sig=nQ4vX2bT`,
            expires_in: resultUrlSeconds,
            ...factsOf(imageOf(sold).priceCents),
          }),
        },
        { title: 'Waiting', value: waiting },
        {
          title: 'Failed',
          value: (sold: Catalogue) => ({
            job_id: exampleVideoJob,
            status: 'failed',
            kind: 'video',
            error: 'The job could not be completed; nothing was charged.',
            ...factsOf(videoOf(sold).priceCents),
          }),
        },
      ],
    },
  ],
  problems: [...everyRead, 'invalid_request', 'not_found'],
};

export const listJobsOfKey: Operation = {
  id: 'listJobsOfKey',
  method: 'get',
  path: '/v1/jobs',
  tag: 'Jobs',
  summary: 'List jobs',
  description: [
    'The jobs of your account, newest first, each as `GET /v1/jobs/{job_id}` returns it. Deleted jobs, and those that ended more than 7 days ago, are not listed.',
  ],
  needsKey: true,
  parameters: [
    ...pageParameters('Jobs'),
    {
      name: 'status',
      in: 'query',
      required: false,
      description: 'Only jobs with this status.',
      schema: jobStatusSchema.shape.status,
    },
    {
      name: 'kind',
      in: 'query',
      required: false,
      description: 'Only jobs of this kind.',
      schema: jobStatusSchema.shape.kind,
    },
  ],
  responses: [
    {
      status: 200,
      description: 'A page of jobs.',
      schema: jobPageSchema,
      examples: [
        {
          title: 'A page',
          value: (sold: Catalogue) => ({ jobs: [waiting(sold)], next_cursor: exampleImageJob }),
        },
      ],
    },
  ],
  problems: [...everyRead, 'invalid_request'],
};

export const watchJob: Operation = {
  id: 'watchJob',
  method: 'get',
  path: '/v1/jobs/{job_id}/events',
  tag: 'Jobs',
  summary: 'Follow a job',
  description: [
    'Server-sent events, instead of polling: the current status at once, and again within about a second whenever state, progress or position change. Each event is named `status` and its data is the whole status, as `GET /v1/jobs/{job_id}` returns it. The stream ends after the final status, or after an event `deleted`.',
    streamEnds,
  ],
  needsKey: true,
  parameters: [jobId, lastEventId],
  responses: streamResponses,
  problems: [...everyRead, 'invalid_request', 'not_found'],
  curl: `curl -N -H "X-API-Key: $API_KEY" "$BASE_URL/v1/jobs/${exampleImageJob}/events"`,
};

export const deleteJob: Operation = {
  id: 'deleteJob',
  method: 'delete',
  path: '/v1/jobs/{job_id}',
  tag: 'Jobs',
  summary: 'Delete a job',
  description: [
    'Deletes the result of a finished job from storage. A waiting or running job is cancelled and costs nothing. In both cases the job then returns `404`.',
  ],
  needsKey: true,
  parameters: [jobId],
  responses: [{ status: 204, description: 'Deleted. No body.' }],
  problems: [...everyRead, 'invalid_request', 'not_found'],
};

export const downloadResult: Operation = {
  id: 'downloadResult',
  method: 'get',
  path: '/files/{file}',
  atOrigin: true,
  tag: 'Jobs',
  summary: 'Download a result',
  description: [
    'The target of the `result_url` of a completed job: use that link unchanged, without a key. It supports GET, HEAD and a single byte range, so that players can seek.',
    'A service with an object store gives a link to the store instead, which is signed for GET alone: a byte range works, and HEAD gets 403. GET with `Range: bytes=0-0` returns the type, and the size in `Content-Range`, on both.',
  ],
  needsKey: false,
  parameters: [
    {
      name: 'file',
      in: 'path',
      required: true,
      description: 'The path of the file, with its slashes unescaped.',
      schema: z.string(),
    },
    {
      name: 'kid',
      in: 'query',
      required: true,
      description: 'The id of the signing key.',
      schema: z.string(),
    },
    {
      name: 'expires',
      in: 'query',
      required: true,
      description: 'When the link expires, in Unix seconds.',
      schema: z.string().regex(/^\d+$/),
    },
    { name: 'sig', in: 'query', required: true, description: 'The signature.', schema: z.string() },
    ...fileParameters,
  ],
  responses: [
    { status: 200, description: 'The file.', media: ['image/png', 'video/mp4'] },
    { status: 206, description: 'The requested bytes.', media: ['image/png', 'video/mp4'] },
    ...withoutFile,
  ],
  problems: ['invalid_request', 'not_found', 'usage_unavailable'],
  curl: 'curl -o image.png "$RESULT_URL"',
};
