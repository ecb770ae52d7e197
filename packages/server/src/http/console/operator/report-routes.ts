import {
  type BlockedJobs,
  blockedJobsQuerySchema,
  ok,
  problem,
  resolveReportBodySchema,
  reviewBlockBodySchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DeleteDependencies } from '../../../jobs/retention/delete-job.ts';
import { readId } from '../../../kernel/ids.ts';
import { readPage } from '../../../kernel/read-page.ts';
import { listBlocked } from '../../../operator/list-blocked.ts';
import { listReported } from '../../../operator/list-reported.ts';
import { recordAction } from '../../../operator/operator-action.ts';
import { reviewBlock } from '../../../operator/review-block.ts';
import { resolveReport } from '../../../reports/review-reports.ts';
import type { SecurityEvent } from '../../../security-log/security-event.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { readQuery } from '../../request/read-query.ts';
import { notFound, operatorOf, sendAction } from './acting-operator.ts';

export type ReportRouteDependencies = DeleteDependencies;

type ReportRoute = { Params: { id: string } };

const DECIDED = problem(
  'changed_meanwhile',
  'There is no such open report; another operator may have decided about its content. Reload the page.',
);

/** GET /reports, POST /reports/<id>/resolve, GET /blocked, POST /blocked/<job id>/review. */
export function reportRoutes(routes: FastifyInstance, dependencies: ReportRouteDependencies): void {
  const { database, clock } = dependencies;
  routes.get('/reports', async (_request, reply) => reply.send(await listReported(database)));

  routes.post<ReportRoute>('/reports/:id/resolve', async (request, reply) => {
    const body = readBody(resolveReportBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { resolution, reason } = body.value;
    const id = idOf(request);
    let event: SecurityEvent | undefined;
    const resolved =
      id &&
      (await resolveReport(dependencies, id, resolution, async (tx, { jobId, accountId, reports }) => {
        const details = { job: jobId, resolution, reports, reason };
        const action = { kind: 'report_resolved', accountId, details } as const;
        event = await recordAction(tx, operatorOf(request), action, clock.now());
      }));
    if (resolved === undefined) return sendProblem(reply, DECIDED);
    return sendAction(request, reply, ok(event));
  });

  routes.get('/blocked', async (request, reply) => {
    const query = readQuery(blockedJobsQuerySchema, request);
    if (!query.ok) return sendProblem(reply, query.problem);
    const { limit, cursor } = query.value;
    const { shown, next } = await readPage(limit, (rows) =>
      listBlocked(database, { before: cursor, limit: rows }),
    );
    const page: BlockedJobs = {
      jobs: shown.map((job) => ({
        job_id: job.id,
        account_id: job.accountId,
        email: job.email,
        pool: job.medium,
        category: job.category ?? '',
        finding: job.finding ?? '',
        worker: job.worker,
        worker_token: job.workerToken,
        ended_at: job.endedAt.toISOString(),
        has_prompt: job.hasPrompt,
        decision: job.decision,
      })),
      ...next,
    };
    return reply.send(page);
  });

  routes.post<ReportRoute>('/blocked/:id/review', async (request, reply) => {
    const body = readBody(reviewBlockBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const jobId = idOf(request);
    if (jobId === undefined) return notFound(reply, 'blocked job');
    return sendAction(
      request,
      reply,
      await reviewBlock(dependencies, operatorOf(request), jobId, body.value),
    );
  });
}

function idOf({ params }: FastifyRequest): string | undefined {
  return readId((params as ReportRoute['Params']).id);
}
