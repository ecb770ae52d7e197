import { type Problem, problem } from '@kinora/contract';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { ReadTokenStanding } from '../../accounts/token-standing.ts';
import type { Database } from '../../db/database.ts';
import { type DeleteDependencies, deleteJob } from '../../jobs/retention/delete-job.ts';
import type { FindJobApiJob, JobApiJob } from '../../jobs/views/find-job-api-job.ts';
import type { JobWatch } from '../../jobs/watch-jobs.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/ids.ts';
import { hasEnded } from '../../queue/job-state.ts';
import type { WaitLimitOf } from '../connections/wait-limit.ts';
import { followJob } from '../follow-job.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';
import { type ViewDependencies, viewJobApiJob } from './job-view.ts';
import { listJobs } from './list-jobs.ts';
import { sendJobApiProblem } from './problem-handler.ts';

export interface JobRouteDependencies extends ViewDependencies, DeleteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly findJobApiJob: FindJobApiJob;
  readonly jobWatch: JobWatch;
  readonly readTokenStanding: ReadTokenStanding;
  readonly waitLimitOf: WaitLimitOf;
}

type JobRoute = { Params: { jobId: string } };

/** One problem for unknown, deleted and foreign jobs: the response must not reveal which it was. */
const NO_SUCH_JOB: Problem = problem('not_found', 'There is no such job, or it is not yours.');

/** GET and DELETE /job/<job_id>, GET /job/<job_id>/events, and GET /jobs. */
export function jobRoutes(
  routes: FastifyInstance,
  signedIn: RouteShorthandOptions,
  dependencies: JobRouteDependencies,
): void {
  const { clock, findJobApiJob, jobWatch, readTokenStanding, waitLimitOf } = dependencies;

  async function ownJob(request: FastifyRequest<JobRoute>): Promise<JobApiJob | undefined> {
    const jobId = readId(request.params.jobId);
    const job = jobId === undefined ? undefined : await findJobApiJob(jobId);
    return job?.accountId === tokenSubjectOf(request).accountId ? job : undefined;
  }

  routes.get<JobRoute>('/job/:jobId', signedIn, async (request, reply) => {
    const job = await ownJob(request);
    if (job === undefined) return sendJobApiProblem(reply, NO_SUCH_JOB);
    const view = await viewJobApiJob(job, dependencies, clock.now());
    return reply.header('cache-control', 'no-store').send(view);
  });

  // HEAD would open a stream too.
  const stream = { ...signedIn, exposeHeadRoute: false };
  routes.get<JobRoute>('/job/:jobId/events', stream, async (request, reply) => {
    const job = await ownJob(request);
    if (job === undefined) return sendJobApiProblem(reply, NO_SUCH_JOB);
    const subject = tokenSubjectOf(request);
    const mayFollow = async () => (await readTokenStanding(subject)) === 'live';
    const following = { jobWatch, find: findJobApiJob, view: viewEvent, mayFollow, waitLimitOf };
    return followJob(request, reply, job, following);
  });

  async function viewEvent(job: JobApiJob) {
    const status = await viewJobApiJob(job, dependencies, clock.now());
    const { progress, queue_position: position } = status;
    const moves = hasEnded(job.state) ? [] : [progress.toFixed(2), position];
    return { id: [status.status, ...moves].filter((part) => part !== undefined).join('-'), status };
  }

  routes.delete<JobRoute>('/job/:jobId', signedIn, async (request, reply) => {
    const jobId = readId(request.params.jobId);
    const { accountId } = tokenSubjectOf(request);
    const isDeleted = jobId !== undefined && (await deleteJob(dependencies, accountId, jobId, 'job_api'));
    return isDeleted ? reply.code(204).send() : sendJobApiProblem(reply, NO_SUCH_JOB);
  });

  routes.get('/jobs', signedIn, (request, reply) => listJobs(request, reply, dependencies));
}
