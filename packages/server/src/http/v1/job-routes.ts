import { type JobPage, jobPageQuerySchema, problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DeleteDependencies, deleteJob } from '../../jobs/retention/delete-job.ts';
import { listJobs } from '../../jobs/views/list-jobs.ts';
import { readId } from '../../kernel/ids.ts';
import { readPage } from '../../kernel/read-page.ts';
import { sendProblem } from '../problem-handler.ts';
import { readQuery } from '../request/read-query.ts';
import { callerOf } from './authenticate-by-key.ts';
import { type ViewDependencies, viewJob } from './job-view.ts';
import { findRequestedJob } from './requested-job.ts';

export interface JobDependencies extends DeleteDependencies, ViewDependencies {}

export type JobRoute = { Params: { jobId: string } };

/** GET /jobs, and GET and DELETE /jobs/<job_id>. */
export function jobRoutes(routes: FastifyInstance, dependencies: JobDependencies): void {
  routes.get('/jobs', (request, reply) => sendPage(request, reply, dependencies));

  routes.get<JobRoute>('/jobs/:jobId', async (request, reply) => {
    const job = await findRequestedJob(request);
    if (job === undefined) return jobNotFound(reply);
    return reply.header('cache-control', 'no-store').send(await viewJob(job, dependencies));
  });

  routes.delete<JobRoute>('/jobs/:jobId', async (request: FastifyRequest<JobRoute>, reply) => {
    const jobId = readId(request.params.jobId);
    const { accountId } = callerOf(request);
    const deleted = jobId !== undefined && (await deleteJob(dependencies, accountId, jobId, 'v1'));
    return deleted ? reply.code(204).send() : jobNotFound(reply);
  });
}

/** One message for unknown, deleted and foreign jobs: the response must not reveal which it was. */
export function jobNotFound(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, problem('not_found', 'There is no such job, or it is not yours.'));
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: JobDependencies,
): Promise<FastifyReply> {
  const read = readQuery(jobPageQuerySchema, request);
  if (!read.ok) return sendProblem(reply, read.problem);
  const { limit, cursor, status, kind: medium } = read.value;
  const { accountId } = callerOf(request);
  const { database, clock } = dependencies;
  const { shown, next } = await readPage(limit, (rows) =>
    listJobs(database, { accountId, before: cursor, limit: rows, status, medium }, clock.now()),
  );
  const page: JobPage = {
    jobs: await Promise.all(shown.map((job) => viewJob(job, dependencies))),
    ...next,
  };
  return reply.header('cache-control', 'no-store').send(page);
}
