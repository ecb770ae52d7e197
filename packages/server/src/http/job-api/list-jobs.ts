import { type JobList, jobListQuerySchema } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { listJobApiJobs } from '../../jobs/views/list-job-api-jobs.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readPage } from '../../kernel/read-page.ts';
import { readQuery } from '../request/read-query.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';
import { type ViewDependencies, viewJobApiJob } from './job-view.ts';
import { sendJobApiProblem } from './problem-handler.ts';

interface ListDependencies extends ViewDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** GET /jobs: a page of the caller's jobs. */
export async function listJobs(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: ListDependencies,
): Promise<FastifyReply> {
  const read = readQuery(jobListQuerySchema, request);
  if (!read.ok) return sendJobApiProblem(reply, read.problem);
  const { limit, cursor, status, kind: medium } = read.value;
  const { accountId } = tokenSubjectOf(request);
  const now = dependencies.clock.now();
  const { shown, next } = await readPage(limit, (rows) =>
    listJobApiJobs(dependencies.database, { accountId, before: cursor, limit: rows, status, medium }, now),
  );
  const view: JobList = {
    jobs: await Promise.all(shown.map((job) => viewJobApiJob(job, dependencies, now))),
    ...next,
  };
  return reply.header('cache-control', 'no-store').send(view);
}
