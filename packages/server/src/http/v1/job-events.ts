import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hasEnded } from '../../jobs/job-state.ts';
import type { FindJob, Job } from '../../jobs/views/find-job.ts';
import type { JobWatch } from '../../jobs/views/watch-jobs.ts';
import { readId } from '../../kernel/ids.ts';
import { isDraining } from '../stop-server.ts';
import { callerOf } from './authenticate-by-key.ts';
import { type JobRoute, jobNotFound } from './job-routes.ts';
import { type ViewDependencies, viewJob } from './job-view.ts';

export interface EventDependencies extends ViewDependencies {
  readonly findJob: FindJob;
  readonly jobWatch: JobWatch;
}

/** Proxies and browsers close a connection that is silent for longer than about a minute. */
const KEEP_ALIVE_MS = 15_000;

/**
 * GET /jobs/<job_id>/events: the status of a job as server-sent events, from now until it has ended. Each event has the
 * whole status, so a client that reconnects has missed nothing; `Last-Event-ID` spares it the status that it already has.
 */
export function eventRoutes(routes: FastifyInstance, dependencies: EventDependencies): void {
  const { findJob, jobWatch } = dependencies;
  // HEAD would open a stream too.
  routes.get<JobRoute>('/jobs/:jobId/events', { exposeHeadRoute: false }, async (request, reply) => {
    const jobId = readId(request.params.jobId);
    const job = jobId === undefined ? undefined : await findJob(jobId);
    if (job === undefined || job.accountId !== callerOf(request).accountId) return jobNotFound(reply);
    const seen = request.headers['last-event-id'];
    // A browser reconnects after the end of a stream, unless it gets this status.
    if (hasEnded(job.state) && seen === job.state) return reply.code(204).send();

    const events = new PassThrough();
    const send = sender(events, typeof seen === 'string' ? seen : undefined, dependencies);
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
  });
}

/** Returns a function that sends a job's status if it has changed, and ends the stream after the last one. */
function sender(events: PassThrough, seen: string | undefined, dependencies: ViewDependencies) {
  let last = seen;
  let writtenAt = performance.now();
  return async (job: Job | undefined): Promise<void> => {
    // A client that does not read gets the latest status when it reads again.
    if (events.writableEnded || events.writableNeedDrain) return;
    if (job === undefined) {
      events.end('event: deleted\ndata: {}\n\n');
      return;
    }
    const status = await viewJob(job, dependencies);
    const id = [job.state, status.progress?.toFixed(2), status.queue_position].filter(Boolean).join('-');
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
