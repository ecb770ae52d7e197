import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sendJobApiProblem } from './job-api/problem-handler.ts';
import { sendOpenaiProblem } from './openai/problem-handler.ts';
import { notFound, problemOf, sendProblem } from './problem-handler.ts';

const JOB_API = /^(\/api)?\/(generate|jobs?|health|report|me|quote)(\/|$)/;
const OPENAI = /^(\/api)?\/openai(\/|$)/;

/** Sends problems of a request that reaches no route in the format of the interface that its path belongs to. */
export function senderOf(path: string): typeof sendProblem {
  if (JOB_API.test(path)) return sendJobApiProblem;
  return OPENAI.test(path) ? sendOpenaiProblem : sendProblem;
}

/** Responds to an address that cannot be decoded. */
export function sendUndecodable(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  // GET /job/<id> has no status 400: an id that cannot be decoded is the id of no job.
  if (JOB_API.test(path)) return notFound(request, reply, sendJobApiProblem);
  return senderOf(path)(reply, problemOf(error, request));
}
