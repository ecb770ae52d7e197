import type { FastifyRequest } from 'fastify';
import { isWellFormedKey } from '../../access/api-key.ts';
import type { FindJob, Job } from '../../jobs/views/find-job.ts';
import { readId } from '../../kernel/ids.ts';
import { createRequestValue } from '../request/request-value.ts';
import { callerOf } from './authenticate-by-key.ts';

/** The jobs that are being read for requests whose caller is not known yet. */
const beingRead = createRequestValue<Promise<Job | undefined>>('job being read');

/**
 * A hook before authentication: begins to read the job that a request is about, so that a poll waits for one round trip
 * instead of two: without this, a server gave 0.90 to 0.95 of the responses, 0.73 to 0.81 on a busy machine. Only `findRequestedJob` returns it, after authentication.
 */
export function readJobEarly(findJob: FindJob) {
  return (request: FastifyRequest, _reply: unknown, done: () => void): void => {
    const { jobId: named } = request.params as { readonly jobId?: string };
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const jobId = isRead && named !== undefined ? readId(named) : undefined;
    const key = request.headers['x-api-key'];
    if (jobId !== undefined && typeof key === 'string' && isWellFormedKey(key)) {
      const job = findJob(jobId);
      // A request that is rejected does not wait for it.
      job.catch(() => {});
      beingRead.set(request, job);
    }
    done();
  };
}

/** The job that an authenticated request names; undefined unless the caller has it. */
export async function findRequestedJob(request: FastifyRequest): Promise<Job | undefined> {
  const job = await beingRead.get(request);
  return job?.accountId === callerOf(request).accountId ? job : undefined;
}
