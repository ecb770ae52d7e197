import { reportRequestSchema } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { networkOf } from '../../access/network.ts';
import type { VerifyAccessToken } from '../../accounts/access-token.ts';
import { rateState } from '../../admit/accept/decide-limits.ts';
import type { ReadAccountState } from '../../admit/read-account-state.ts';
import { readId } from '../../kernel/ids.ts';
import type { QueueView } from '../../queue/queue-view.ts';
import { reportContent } from '../../reports/report-content.ts';
import { UPLOAD_LIMIT_BYTES } from '../request/body-limits.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { readBody } from '../request/read-body.ts';
import { readCaller, viewAccount } from './account-view.ts';
import { authenticateByToken, tokenSubjectOf } from './authenticate-by-token.ts';
import { accountMissing, type GenerateDependencies, generate } from './generate.ts';
import { createReadHealth, UNKNOWN_HEALTH, withTasks } from './health.ts';
import { type JobRouteDependencies, jobRoutes } from './job-routes.ts';
import { handleJobApiError, sendJobApiProblem } from './problem-handler.ts';
import { quote } from './quote.ts';

export interface JobApiDependencies extends GenerateDependencies, JobRouteDependencies {
  readonly verifyAccessToken: VerifyAccessToken;
  readonly queueView: Pick<QueueView, 'outlookOf' | 'queued'>;
  readonly areTasksStalled: () => boolean;
  readonly readAccountState: ReadAccountState;
}

/** The job API, which has its own format for errors. */
export function jobApiRoutes(routes: FastifyInstance, dependencies: JobApiDependencies): void {
  const { database, clock, areTasksStalled } = dependencies;
  const readHealth = createReadHealth(database, dependencies.queueView, clock);
  const signedIn = {
    onRequest: authenticateByToken(dependencies.verifyAccessToken, dependencies.readTokenStanding),
  };
  routes.setErrorHandler(handleJobApiError);

  routes.post('/generate', { ...signedIn, bodyLimit: UPLOAD_LIMIT_BYTES }, (request, reply) =>
    generate(request, reply, dependencies),
  );

  jobRoutes(routes, signedIn, dependencies);

  routes.get('/health', async (request, reply) => {
    // This route must report that the service is unhealthy even when the database is unreachable.
    const health = await readHealth().catch((error: unknown) => {
      request.log.warn({ err: error }, 'the health of the workers could not be read');
      return UNKNOWN_HEALTH;
    });
    return reply.header('cache-control', 'no-store').send(withTasks(health, areTasksStalled()));
  });

  callerRoutes(routes, signedIn, dependencies);
  routes.post('/report', signedIn, (request, reply) => report(request, reply, dependencies));
}

/** GET /me and POST /quote. */
function callerRoutes(
  routes: FastifyInstance,
  signedIn: RouteShorthandOptions,
  dependencies: JobApiDependencies,
): void {
  routes.get('/me', signedIn, async (request, reply) => {
    const state = await readCaller(request, dependencies);
    if (state === undefined) return sendJobApiProblem(reply, accountMissing);
    const now = dependencies.clock.now();
    reply.headers({ ...rateHeaders(rateState(state.activity, now.getTime())), 'cache-control': 'no-store' });
    return reply.send(viewAccount(tokenSubjectOf(request), state, now));
  });
  routes.post('/quote', { ...signedIn, bodyLimit: UPLOAD_LIMIT_BYTES }, (request, reply) =>
    quote(request, reply, dependencies),
  );
}

async function report(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: JobApiDependencies,
): Promise<FastifyReply> {
  const read = readBody(reportRequestSchema, request.body);
  if (!read.ok) return sendJobApiProblem(reply, read.problem);
  const { reason, details } = read.value;
  const contentId = readId(read.value.content_id);
  const subject = tokenSubjectOf(request);
  // Opens the reporter's account if it does not exist yet.
  if ((await dependencies.findStanding(subject)) === undefined) {
    return sendJobApiProblem(reply, accountMissing);
  }
  const sender = { reporterId: subject.accountId, network: networkOf(request.ip) };
  const rejection = await reportContent(dependencies, { ...sender, contentId, reason, details });
  return rejection === undefined ? reply.send({ ok: true }) : sendJobApiProblem(reply, rejection);
}
