import { type JobApiError, type Problem, problem, retryAfterOf, statusOf } from '@kinora/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CommitUnknown } from '../../db/database.ts';
import { logProblem } from '../problem-handler.ts';
import { UPLOAD_LIMIT_BYTES } from '../request/body-limits.ts';

/** Sends a problem in the format of the job API: a message without a code. */
export function sendJobApiProblem(reply: FastifyReply, rejection: Problem): FastifyReply {
  const status = jobApiStatusOf(rejection);
  const wait = retryAfterOf(rejection) ?? (status === 503 ? FAULT_SECONDS : undefined);
  const seconds = wait === undefined ? undefined : Math.max(1, Math.ceil(wait));
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="kinora"');
  const body: JobApiError = {
    error: rejection.message,
    ...(status === 429 && seconds !== undefined && { retry_after: seconds }),
    ...(status === 451 && { blocked: true }),
  };
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

const FAULT_SECONDS = 5;

/** The job API has no 500: an internal error is reported as temporary unavailability. */
function jobApiStatusOf({ code }: Problem): number {
  const status = statusOf(code);
  return status === 500 ? 503 : status;
}

/** Turns what a route of the job API throws into a response. */
export function handleJobApiError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Only the routes that take an image have the status 413.
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && request.routeOptions.bodyLimit === UPLOAD_LIMIT_BYTES) {
    const message = 'The body is larger than 24 MiB; an image may have 12 MiB before encoding.';
    return sendJobApiProblem(reply, problem('body_too_large', message));
  }
  const rejection = logProblem(error, request);
  if (statusOf(rejection.code) < 500) return sendJobApiProblem(reply, rejection);
  const message =
    error instanceof CommitUnknown
      ? 'The service is temporarily unavailable, and it is not known whether the job was accepted. Retry with the same Idempotency-Key.'
      : 'The service is temporarily unavailable; nothing was charged. Retry in a few seconds.';
  return sendJobApiProblem(reply, {
    ...problem('workers_unavailable', message),
    retryAfterSeconds: FAULT_SECONDS,
  });
}
