import type { FastifyInstance } from 'fastify';
import type { FindJob, Job } from '../../jobs/views/find-job.ts';
import type { JobWatch } from '../../jobs/views/watch-jobs.ts';
import { readId } from '../../kernel/ids.ts';
import { followJob } from '../follow-job.ts';
import { callerOf } from './authenticate-by-key.ts';
import { type JobRoute, jobNotFound } from './job-routes.ts';
import { type ViewDependencies, viewJob } from './job-view.ts';

export interface EventDependencies extends ViewDependencies {
  readonly findJob: FindJob;
  readonly jobWatch: JobWatch<Job>;
}

/** GET /jobs/<job_id>/events: the status of a job as server-sent events, until it has ended. */
export function eventRoutes(routes: FastifyInstance, dependencies: EventDependencies): void {
  const { findJob, jobWatch } = dependencies;
  const view = async (job: Job) => {
    const status = await viewJob(job, dependencies);
    const id = [job.state, status.progress?.toFixed(2), status.queue_position].filter(Boolean).join('-');
    return { id, status };
  };
  // HEAD would open a stream too.
  routes.get<JobRoute>('/jobs/:jobId/events', { exposeHeadRoute: false }, async (request, reply) => {
    const jobId = readId(request.params.jobId);
    const job = jobId === undefined ? undefined : await findJob(jobId);
    if (job === undefined || job.accountId !== callerOf(request).accountId) return jobNotFound(reply);
    return followJob(request, reply, job, { jobWatch, view });
  });
}
