import { type Problem, retryAfterOf, statusOf } from '@kinora/contract';
import type { FastifyReply } from 'fastify';

/** A problem in the format of an interface. */
export interface ProblemResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** How an interface writes a problem. */
export type ProblemFormat = (rejection: Problem) => ProblemResponse;

/** The format of v1, and of everything else that is neither the job API nor compatible with the OpenAI API. */
export const v1Format: ProblemFormat = (rejection) => {
  const retryAfter = retryAfterOf(rejection);
  return {
    status: statusOf(rejection.code),
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': wholeSeconds(retryAfter) }),
      'cache-control': 'no-store',
    },
    body: { error: rejection.message, code: rejection.code, ...rejection.fields },
  };
};

export function wholeSeconds(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds)));
}

export function sendResponse(reply: FastifyReply, { status, headers, body }: ProblemResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
