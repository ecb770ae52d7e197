import { type JobApiError, type Problem, problem, retryAfterOf, statusOf } from '@kinora/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CommitUnknown } from '../../db/database.ts';
import { logProblem } from '../problem-handler.ts';
import { type ProblemFormat, sendResponse, wholeSeconds } from '../problem-response.ts';
import { UPLOAD_LIMIT_BYTES } from '../request/body-limits.ts';

/** The format of the job API: a message without a code. */
export const jobApiFormat: ProblemFormat = (rejection) => {
  const status = jobApiStatusOf(rejection);
  const wait = retryAfterOf(rejection) ?? (status === 503 ? FAULT_SECONDS : undefined);
  const seconds = wait === undefined ? undefined : wholeSeconds(wait);
  const body: JobApiError = {
    error: rejection.message,
    ...(status === 429 && seconds !== undefined && { retry_after: Number(seconds) }),
    ...(status === 451 && { blocked: true }),
  };
  return {
    status,
    headers: {
      ...(seconds !== undefined && { 'retry-after': seconds }),
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="kinora"' }),
      'cache-control': 'no-store',
    },
    body,
  };
};

export function sendJobApiProblem(reply: FastifyReply, rejection: Problem): FastifyReply {
  return sendResponse(reply, jobApiFormat(rejection));
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
