import { assert, problem } from '@kinora/contract';
import type { FastifyReply } from 'fastify';
import type { EphemeralJob } from '../../admit/accept-order.ts';
import { tooSlow } from '../../admit/check-wait.ts';
import type { EphemeralJobs } from '../../jobs/ephemeral-jobs.ts';
import { type DeleteDependencies, deleteJob } from '../../jobs/retention/delete-job.ts';
import { endMessage, shownCategory } from '../../jobs/views/end-message.ts';
import { WAIT_MARGIN } from '../connections/wait-limit.ts';
import { sendProblem } from '../problem-handler.ts';

export interface InlineDependencies extends DeleteDependencies {
  readonly ephemeralJobs: EphemeralJobs;
}

const CANCELLED = 'The service stopped before the job had ended. Nothing was charged; retry.';
/** The commit of its end and the stop of the service came at the same time. */
const ENDED_MEANWHILE =
  'The service stopped while the job ended. If it was completed it was charged, as GET /v1/usage shows.';

/**
 * Zero retention: keeps the caller's connection open until the job has ended and sends the result, which is kept only in
 * memory. A caller that closes the connection before then cancels the job, and its price is released. So does the end of
 * the time that a proxy in front of this server waits: the caller gets a problem instead of the proxy's error page.
 */
export async function sendResultInline(
  reply: FastifyReply,
  { job, memory }: EphemeralJob,
  dependencies: InlineDependencies,
  /** The time after which a proxy would end the connection. */
  limitSeconds: number | undefined,
): Promise<FastifyReply> {
  const { ephemeralJobs } = dependencies;
  const { jobId, accountId, seed, quote } = job;
  const { socket } = reply.request.raw;
  const timeoutMs = socket.timeout ?? 0;
  // The connection is idle while the job is queued and rendered, which may take longer than the timeout.
  socket.setTimeout(0);
  const limit = startLimit(reply, limitSeconds);
  try {
    const ended = ephemeralJobs.ended(jobId);
    const first = await Promise.race([ended, disconnected(reply), limit.reached]);
    if (first.state === 'late' && (await deleteJob(dependencies, accountId, jobId)))
      return sendProblem(reply, tooSlow(first.limitSeconds));
    // A job that was not cancelled has just been completed and paid.
    const end = first.state === 'late' ? await ended : first;
    if (end.state === 'gone') {
      const isCancelled = await deleteJob(dependencies, accountId, jobId);
      return sendProblem(reply, problem('workers_unavailable', isCancelled ? CANCELLED : ENDED_MEANWHILE));
    }
    if (end.state === 'blocked') {
      return sendProblem(
        reply,
        problem('content_blocked', endMessage({ ...end, blockCategory: end.category, failureCause: null }), {
          category: shownCategory(end.category),
        }),
      );
    }
    if (end.state === 'failed') {
      const message = 'The job could not be completed. Nothing was charged; retry.';
      return sendProblem(reply, problem('internal_error', message));
    }
    const bytes = memory.get(end.artifactKey);
    assert(bytes !== undefined, 'a completed ephemeral job has its result in memory');
    return reply
      .headers({
        'x-job-id': jobId,
        'x-seed': String(seed),
        'x-price-cents': String(quote.priceCents),
        'cache-control': 'no-store',
      })
      .type(quote.medium === 'image' ? 'image/png' : 'video/mp4')
      .send(bytes);
  } finally {
    limit.clear();
    ephemeralJobs.forget(jobId);
    socket.setTimeout(timeoutMs);
  }
}

function startLimit({ elapsedTime }: FastifyReply, limitSeconds: number | undefined) {
  const { promise: reached, resolve } = Promise.withResolvers<{
    readonly state: 'late';
    readonly limitSeconds: number;
  }>();
  const timer =
    limitSeconds === undefined
      ? undefined
      : setTimeout(resolve, limitSeconds * 1000 * WAIT_MARGIN - elapsedTime, { state: 'late', limitSeconds });
  return { reached, clear: () => clearTimeout(timer) };
}

function disconnected(reply: FastifyReply): Promise<{ readonly state: 'gone' }> {
  return new Promise((resolve) => {
    if (reply.raw.destroyed) resolve({ state: 'gone' });
    reply.raw.on('close', () => resolve({ state: 'gone' }));
  });
}
