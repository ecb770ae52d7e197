import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEnded, type JobState } from '../jobs/job-state.ts';
import type { JobWatch } from '../jobs/views/watch-jobs.ts';
import { isDraining } from './stop-server.ts';

/** Proxies and browsers close a connection that is silent for longer than about a minute. */
const KEEP_ALIVE_MS = 15_000;

/** The status of a job as an interface shows it. The id changes with everything that is worth an event. */
export interface StatusEvent {
  readonly id: string;
  readonly status: object;
}

export interface JobFollowing<Job> {
  readonly jobWatch: JobWatch<Job>;
  readonly view: (job: Job) => Promise<StatusEvent>;
}

type Followed = { readonly id: string; readonly state: JobState };

/**
 * Sends the status of a job as server-sent events, from now until it has ended. Each event has the whole status, so a
 * client that reconnects has missed nothing; `Last-Event-ID` spares it the status that it already has.
 */
export async function followJob<Job extends Followed>(
  request: FastifyRequest,
  reply: FastifyReply,
  job: Job,
  { jobWatch, view }: JobFollowing<Job>,
): Promise<FastifyReply> {
  const header = request.headers['last-event-id'];
  const seen = typeof header === 'string' ? header : undefined;
  // A browser reconnects after the end of a stream, unless it gets this status.
  if (hasEnded(job.state) && seen === (await view(job)).id) return reply.code(204).send();

  const events = new PassThrough();
  const send = sender(events, seen, view);
  events.write('retry: 1000\n\n');
  await send(job);
  if (!events.writableEnded) {
    const unwatch = jobWatch.watch(job.id, async (current) => {
      if (isDraining(request.server)) events.end();
      else await send(current);
    });
    events.on('close', unwatch);
  }
  return reply
    .type('text/event-stream; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(events);
}

/** Returns a function that sends a job's status if it has changed, and ends the stream after the last one. */
function sender<Job extends Followed>(
  events: PassThrough,
  seen: string | undefined,
  view: JobFollowing<Job>['view'],
) {
  let last = seen;
  let writtenAt = performance.now();
  return async (job: Job | undefined): Promise<void> => {
    // A client that does not read gets the latest status when it reads again.
    if (events.writableEnded || events.writableNeedDrain) return;
    if (job === undefined) {
      events.end('event: deleted\ndata: {}\n\n');
      return;
    }
    const { id, status } = await view(job);
    if (events.writableEnded) return;
    if (id !== last) {
      events.write(`id: ${id}\nevent: status\ndata: ${JSON.stringify(status)}\n\n`);
    } else if (performance.now() - writtenAt > KEEP_ALIVE_MS) {
      events.write(':\n\n');
    } else {
      return;
    }
    last = id;
    writtenAt = performance.now();
    if (hasEnded(job.state)) events.end();
  };
}
