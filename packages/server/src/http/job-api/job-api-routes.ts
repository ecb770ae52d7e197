import { problem, reportRequestSchema } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import type { VerifyAccessToken } from '../../accounts/access-token.ts';
import type { Database } from '../../db/database.ts';
import type { QueueView } from '../../jobs/queue/queue-view.ts';
import type { FindJobApiJob } from '../../jobs/views/find-job-api-job.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isId } from '../../kernel/ids.ts';
import { reportContent } from '../../reports/report-content.ts';
import { readBody } from '../request/read-body.ts';
import { authenticateByToken, tokenSubjectOf } from './authenticate-by-token.ts';
import { type GenerateDependencies, generate } from './generate.ts';
import { createReadHealth, viewHealth } from './health.ts';
import { viewJobApiJob } from './job-view.ts';
import { handleJobApiError, sendJobApiProblem } from './problem-handler.ts';

export interface JobApiDependencies extends GenerateDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly verifyAccessToken: VerifyAccessToken;
  readonly findJobApiJob: FindJobApiJob;
  readonly queueView: Pick<QueueView, 'positionOf'>;
  /** The public address, without a trailing slash. */
  readonly publicUrl: () => string;
}

type JobRoute = { Params: { jobId: string } };

/** The job API, which has its own format for errors: POST /generate, GET /job/<job_id>, GET /health, POST /report. */
export function jobApiRoutes(routes: FastifyInstance, dependencies: JobApiDependencies): void {
  const { database, clock, findJobApiJob } = dependencies;
  const readHealth = createReadHealth(database);
  const signedIn = { onRequest: authenticateByToken(dependencies.verifyAccessToken) };
  routes.setErrorHandler(handleJobApiError);

  routes.post('/generate', signedIn, (request, reply) => generate(request, reply, dependencies));

  routes.get<JobRoute>('/job/:jobId', signedIn, async (request, reply) => {
    const { jobId } = request.params;
    const job = isId(jobId) ? await findJobApiJob(jobId) : undefined;
    if (job === undefined || job.accountId !== tokenSubjectOf(request).accountId) {
      // One message for unknown, deleted and foreign jobs: the response must not reveal which it was.
      return sendJobApiProblem(reply, problem('not_found', 'There is no such job, or it is not yours.'));
    }
    const view = await viewJobApiJob(job, dependencies, clock.now());
    return reply.header('cache-control', 'no-store').send(view);
  });

  routes.get('/health', async (request, reply) => {
    // This route must report that the service is unhealthy even when the database is unreachable.
    const health = await readHealth().catch((error: unknown) => {
      request.log.warn({ err: error }, 'the health of the workers could not be read');
      return viewHealth([]);
    });
    return reply.header('cache-control', 'no-store').send(health);
  });

  routes.post('/report', signedIn, (request, reply) => report(request, reply, dependencies));
}

async function report(
  request: FastifyRequest,
  reply: FastifyReply,
  { findStanding, database, clock }: JobApiDependencies,
): Promise<FastifyReply> {
  const read = readBody(reportRequestSchema, request.body);
  if (!read.ok) return sendJobApiProblem(reply, read.problem);
  const { content_id: contentId, reason, details } = read.value;
  const subject = tokenSubjectOf(request);
  // Opens the reporter's account if it does not exist yet.
  await findStanding(subject);
  const sender = { reporterId: subject.accountId, network: networkOf(request.ip) };
  const rejection = await reportContent(database, clock, { ...sender, contentId, reason, details });
  return rejection === undefined ? reply.send({ ok: true }) : sendJobApiProblem(reply, rejection);
}
