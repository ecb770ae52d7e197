import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JobWatch } from '../jobs/watch-jobs.ts';
import { hasEnded } from '../queue/job-state.ts';
import type { OpenJob } from '../queue/queue-view.ts';
import { silenceMsOf, type WaitLimitOf } from './connections/wait-limit.ts';
import { isDraining } from './stop-server.ts';

/** The status of a job as an interface shows it. The id changes with everything that is worth an event. */
export interface StatusEvent {
  readonly id: string;
  readonly status: object;
}

export interface JobFollowing<Job> {
  readonly jobWatch: JobWatch;
  readonly find: (jobId: string) => Promise<Job | undefined>;
  readonly view: (job: Job) => Promise<StatusEvent>;
  /** Whether the caller may still read the job: a key can be revoked and an account banned while a stream is open. */
  readonly mayFollow: () => Promise<boolean>;
  readonly waitLimitOf: WaitLimitOf;
}

const EVERY_MS = 1000;

/**
 * Sends the status of a job as server-sent events, from now until it has ended. Each event has the whole status, so a
 * client that reconnects has missed nothing; `Last-Event-ID` spares it the status that it already has.
 */
export async function followJob<Job extends OpenJob>(
  request: FastifyRequest,
  reply: FastifyReply,
  job: Job,
  { jobWatch, find, view, mayFollow, waitLimitOf }: JobFollowing<Job>,
): Promise<FastifyReply> {
  const header = request.headers['last-event-id'];
  const seen = typeof header === 'string' ? header : undefined;
  // A browser reconnects after the end of a stream, unless it gets this status.
  if (hasEnded(job.state) && seen === (await view(job)).id) return reply.code(204).send();

  const events = new PassThrough();
  const send = sender(events, seen, { view, mayFollow, silenceMs: silenceMsOf(waitLimitOf(request)) });
  events.write('retry: 1000\n\n');
  await send(job);
  if (!events.writableEnded) {
    const unwatch = jobWatch.watch(job.id, EVERY_MS, async (open) => {
      if (isDraining(request.server)) events.end();
      else await send(open === undefined ? await find(job.id) : { ...job, ...open });
    });
    events.on('close', unwatch);
  }
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // A proxy that compresses the stream would hold an event back until it has enough to compress.
      .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      .send(events)
  );
}

/** Returns a function that sends a job's status if it has changed, and ends the stream after the last one. */
function sender<Job extends OpenJob>(
  events: PassThrough,
  seen: string | undefined,
  {
    view,
    mayFollow,
    silenceMs,
  }: Pick<JobFollowing<Job>, 'view' | 'mayFollow'> & { readonly silenceMs: number },
) {
  let last = seen;
  let writtenAt = performance.now();
  return async (job: Job | undefined): Promise<void> => {
    // A client that does not read gets the latest status when it reads again.
    if (events.writableEnded || events.writableNeedDrain) return;
    if (job === undefined) {
      events.end((await mayFollow()) ? 'event: deleted\ndata: {}\n\n' : undefined);
      return;
    }
    const { id, status } = await view(job);
    const isNew = id !== last;
    if (!isNew && performance.now() - writtenAt < silenceMs) return;
    const isAllowed = await mayFollow();
    if (events.writableEnded) return;
    if (!isAllowed) {
      events.end();
      return;
    }
    events.write(isNew ? `id: ${id}\nevent: status\ndata: ${JSON.stringify(status)}\n\n` : ':\n\n');
    last = id;
    writtenAt = performance.now();
    if (hasEnded(job.state)) events.end();
  };
}
