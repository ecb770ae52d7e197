import {
  problem,
  rendererTimeRequestSchema,
  stoppedRequestSchema,
  troubleRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { createCallRate } from '../../kernel/call-rate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { FIRST_ID } from '../../kernel/ids.ts';
import { MAX_WORKERS_OF_TOKEN, recordStop } from '../../workers/record-worker.ts';
import { recordRendererTime } from '../../workers/renderer-time.ts';
import { recordTrouble } from '../../workers/worker-trouble.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { callingWorkerOf } from './authenticate-worker.ts';

export interface ReportRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Three reports a minute of each worker that a token may have, and what changes meanwhile. */
const MAX_TROUBLES = 6 * MAX_WORKERS_OF_TOKEN;
const TROUBLE_WINDOW_MS = 60_000;
const reportedTooOften = problem(
  'rate_limited',
  `At most ${MAX_TROUBLES} reports of trouble a minute are allowed for one token.`,
);

/** The routes by which a worker reports that it stops, why it takes no jobs, and what its renderer does. */
export function reportRoutes(routes: FastifyInstance, { database, clock }: ReportRouteDependencies): void {
  const mayReport = createCallRate(MAX_TROUBLES, TROUBLE_WINDOW_MS);

  routes.post('/stopped', async (request, reply) => {
    const body = readBody(stoppedRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    await recordStop(database, { ...body.value, ...callingWorkerOf(request) });
    return reply.send({});
  });

  routes.post('/trouble', async (request, reply) => {
    const body = readBody(troubleRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { tokenId } = callingWorkerOf(request);
    if (!mayReport(tokenId ?? FIRST_ID)) return sendProblem(reply, reportedTooOften);
    const isNew = await recordTrouble(database, { ...body.value, tokenId });
    if (isNew) request.log.warn({ ...body.value, tokenId }, 'a worker takes no jobs');
    return reply.send({});
  });

  routes.post('/renderer-time', async (request, reply) => {
    const body = readBody(rendererTimeRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const report = { ...body.value, ...callingWorkerOf(request) };
    await recordRendererTime(database, report, clock.now());
    return reply.send({});
  });
}
