import type { FastifyInstance } from 'fastify';
import type { AuthenticateKey } from '../../access/authenticate-key.ts';
import type { FindJob, Job } from '../../jobs/views/find-job.ts';
import type { JobWatch } from '../../jobs/watch-jobs.ts';
import type { WaitLimitOf } from '../connections/wait-limit.ts';
import { followJob } from '../follow-job.ts';
import { isStillAuthenticated } from './authenticate-by-key.ts';
import { type JobRoute, jobNotFound } from './job-routes.ts';
import { type ViewDependencies, viewJob } from './job-view.ts';
import { findRequestedJob } from './requested-job.ts';

export interface EventDependencies extends ViewDependencies {
  readonly jobWatch: JobWatch;
  readonly findJob: FindJob;
  readonly authenticateKey: AuthenticateKey;
  readonly waitLimitOf: WaitLimitOf;
}

/** GET /jobs/<job_id>/events: the status of a job as server-sent events, until it has ended. */
export function eventRoutes(routes: FastifyInstance, dependencies: EventDependencies): void {
  const { jobWatch, findJob: find, authenticateKey, waitLimitOf } = dependencies;
  const view = async (job: Job) => {
    const status = await viewJob(job, dependencies);
    const id = [job.state, status.progress?.toFixed(2), status.queue_position].filter(Boolean).join('-');
    return { id, status };
  };
  // HEAD would open a stream too.
  routes.get<JobRoute>('/jobs/:jobId/events', { exposeHeadRoute: false }, async (request, reply) => {
    const job = await findRequestedJob(request);
    if (job === undefined) return jobNotFound(reply);
    const mayFollow = () => isStillAuthenticated(request, authenticateKey);
    return followJob(request, reply, job, { jobWatch, find, view, mayFollow, waitLimitOf });
  });
}
