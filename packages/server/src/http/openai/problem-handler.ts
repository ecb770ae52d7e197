import { type Problem, type ProblemCode, type RequestIssue, retryAfterOf, statusOf } from '@kinora/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { logProblem } from '../problem-handler.ts';
import { type ProblemFormat, sendResponse, wholeSeconds } from '../problem-response.ts';

/** A longer wait than this is left to the caller: the packages would sleep through it, or not wait at all. */
const MAX_RETRY_SECONDS = 60;

/**
 * The format of the OpenAI API; the fields that a code has in v1 come after the four of that format.
 */
export const openaiFormat: ProblemFormat = (rejection) => {
  const { code, message, fields } = rejection;
  const status = statusOf(code);
  const retryAfter = retryAfterOf(rejection);
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': wholeSeconds(retryAfter) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="kinora"' }),
      ...(!isRetried(rejection) && { 'x-should-retry': 'false' }),
      'cache-control': 'no-store',
    },
    body: { error: { message, type: typeOf(code, status), param: paramOf(rejection), code, ...fields } },
  };
};

export function sendOpenaiProblem(reply: FastifyReply, rejection: Problem): FastifyReply {
  return sendResponse(reply, openaiFormat(rejection));
}

/**
 * Whether the packages send the request again by themselves. By status they would repeat a conflict, and wait for the
 * next month; `x-should-retry` tells them not to.
 */
export function isRetried(rejection: Problem): boolean {
  const status = statusOf(rejection.code);
  if (status !== 429 && status < 500) return false;
  return (retryAfterOf(rejection) ?? 0) <= MAX_RETRY_SECONDS;
}

/** Turns what a route throws into a response. */
export function handleOpenaiError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendOpenaiProblem(reply, logProblem(error, request));
}

const OUT_OF_QUOTA: readonly ProblemCode[] = ['quota_exhausted', 'monthly_cap_reached', 'key_cap_reached'];

/** The kind of error, by which clients of that API tell what to do. */
function typeOf(code: ProblemCode, status: number): string {
  if (status === 402 || OUT_OF_QUOTA.includes(code)) return 'insufficient_quota';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** The field that the problem is about, by its name in this API; null if it is about none. */
function paramOf({ code, fields }: Problem): string | null {
  if (code === 'mode_resolution_unsupported') return 'size';
  if (code === 'mode_duration_unsupported') return 'seconds';
  if (code === 'prompt_unsupported') return 'prompt';
  const [first] = (fields?.issues ?? []) as readonly RequestIssue[];
  return first === undefined || first.path === '' ? null : first.path;
}
