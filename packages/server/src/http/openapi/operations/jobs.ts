import { jobStatusSchema, resultUrlSeconds } from '@kinora/contract';
import { z } from 'zod';
import type { Operation, Parameter } from '../operation.ts';
import { everyRead } from './every-key.ts';
import { exampleImageJob, exampleVideoJob } from './example-jobs.ts';

const jobId: Parameter = {
  name: 'job_id',
  in: 'path',
  required: true,
  description: 'The `job_id` that the generate call returned.',
  schema: z.uuid(),
};

export const readJob: Operation = {
  id: 'readJob',
  method: 'get',
  path: '/v1/jobs/{job_id}',
  tag: 'Jobs',
  summary: 'Poll a job',
  description: [
    'Poll every two seconds until `status` is `completed`, `failed` or `blocked`. Waiting and running jobs are both `queued`.',
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
          value: {
            job_id: exampleImageJob,
            status: 'completed',
            kind: 'image',
            result_url: `https://kinora.example/files/jobs/${exampleImageJob}/1/result.png?kid=1&expires=1767312000&sig=nQ4vX2bT`,
            expires_in: resultUrlSeconds,
          },
        },
        { title: 'Waiting or running', value: { job_id: exampleImageJob, status: 'queued', kind: 'image' } },
        {
          title: 'Failed',
          value: {
            job_id: exampleVideoJob,
            status: 'failed',
            kind: 'video',
            error: 'The job could not be completed; nothing was charged.',
          },
        },
      ],
    },
  ],
  problems: [...everyRead, 'invalid_request', 'not_found'],
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
    {
      name: 'Range',
      in: 'header',
      required: false,
      description: 'One range of bytes, such as `bytes=0-1023`.',
      schema: z.string(),
    },
  ],
  responses: [
    { status: 200, description: 'The file.', media: ['image/png', 'video/mp4'] },
    { status: 206, description: 'The requested bytes.', media: ['image/png', 'video/mp4'] },
    { status: 416, description: 'The range is outside the file. No body.' },
  ],
  problems: ['invalid_request', 'not_found', 'internal_error'],
  curl: 'curl -o image.png "$RESULT_URL"',
};
