import type { AcceptedJob, JobStatus } from '@kinora/contract';
import type { HttpRequest } from './processes/http-load.ts';

/** The requests of the benchmark, and the responses that the bare server returns. */

export const BODY = {
  prompt: 'a lighthouse on a cliff above a stormy sea at dusk, waves breaking',
  width: 1024,
  height: 1024,
  seed: 7,
} as const;

export const GENERATE_PATH = '/v1/images/generate';

export const jobPath = (jobId: string): string => `/v1/jobs/${jobId}`;

export function acceptRequest({ headers }: Pick<HttpRequest, 'headers'>): HttpRequest {
  return {
    method: 'POST',
    path: GENERATE_PATH,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(BODY),
  };
}

export function acceptedAnswer(jobId: string): AcceptedJob {
  return { job_id: jobId, status: 'queued', kind: 'image', poll_url: `/api/v1/jobs/${jobId}` };
}

export function statusAnswer(jobId: string): JobStatus {
  return {
    job_id: jobId,
    status: 'queued',
    kind: 'image',
    progress: 0,
    queue_position: 1,
    estimated_wait_seconds: 1,
    seed: 1,
    price_cents: 5,
    created_at: '2031-01-01T00:00:00.000Z',
    completed_at: null,
  };
}
