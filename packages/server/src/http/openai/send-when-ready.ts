import { PassThrough } from 'node:stream';
import { type Problem, problem, type Result } from '@kinora/contract';
import type { FastifyError, FastifyReply } from 'fastify';
import { silenceMsOf, WAIT_MARGIN } from '../connections/wait-limit.ts';
import { logProblem } from '../problem-handler.ts';
import { sendOpenaiProblem } from './problem-handler.ts';

/** `left`: the client has left, or this server stops, before the result was there. */
export type LateResult = Result<object, Problem> | 'left';

interface LateAnswer {
  /** How long the proxy in between waits for a response to begin, if there is one. */
  readonly limitSeconds: number | undefined;
  readonly refuse: (rejection: Problem) => Promise<FastifyReply>;
  /** Lets the next call with the same request get what this one has ordered. */
  readonly abandon: () => Promise<void>;
}

/** The openai package for Node has no response after 300 s, whatever its timeout is. */
const MAX_WAIT_SECONDS = 240;

/**
 * Sends a result that may take long. For as long as client and proxy wait for a response, an error is an error with its
 * status. Then a response with status 200 begins, and spaces, which JSON may begin with, keep it alive.
 */
export async function sendWhenReady(
  reply: FastifyReply,
  result: Promise<LateResult>,
  { limitSeconds, refuse, abandon }: LateAnswer,
): Promise<FastifyReply> {
  const waitMs = Math.min(limitSeconds ?? MAX_WAIT_SECONDS, MAX_WAIT_SECONDS) * 1000 * WAIT_MARGIN;
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(late.resolve, waitMs - reply.elapsedTime, 'late');
  const first = await Promise.race([result, late.promise])
    .finally(() => clearTimeout(timer))
    .catch(async (error: unknown) => {
      // What was ordered is paid, or will be, although it cannot be sent now.
      await abandon();
      throw error;
    });
  if (first === 'late') return sendInPieces(reply, result, { silenceMs: silenceMsOf(limitSeconds), abandon });
  if (first === 'left') {
    // A client that has left is recorded where its connection closes.
    if (!reply.raw.destroyed) await abandon();
    return sendOpenaiProblem(reply, STOPPED);
  }
  if (!first.ok) return refuse(first.problem);
  return reply.header('cache-control', 'no-store').send(first.value);
}

const STOPPED = problem(
  'workers_unavailable',
  'The service stopped before the images were sent. Send the same request again; it is not charged twice.',
);

/**
 * The packages would return an object with an error in it as if it were the images. So an order that has failed ends the
 * response with a text that is no JSON, which both of them throw as an error and do not repeat. What this server could not
 * finish ends with the connection, which they throw too; the one for Python sends its request again.
 */
function sendInPieces(
  reply: FastifyReply,
  result: Promise<LateResult>,
  { silenceMs, abandon }: Pick<LateAnswer, 'abandon'> & { readonly silenceMs: number },
): FastifyReply {
  const body = new PassThrough();
  body.write(' ');
  const alive = setInterval(() => body.write(' '), silenceMs);
  result
    .then(async (end) => {
      if (end === 'left') {
        if (!reply.raw.destroyed) await abandon();
        reply.raw.destroy();
      } else body.end(end.ok ? JSON.stringify(end.value) : `${end.problem.code}: ${end.problem.message}`);
    })
    .catch((error: FastifyError) => {
      logProblem(error, reply.request);
      reply.raw.destroy();
    })
    .finally(() => clearInterval(alive));
  return (
    reply
      .type('application/json; charset=utf-8')
      // A proxy that collects or compresses the response would hold the spaces back.
      .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      .send(body)
  );
}
