import { capRequestSchema, toggleRequestSchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { changeCap, readOverage, setOverage } from '../../funding/overage.ts';
import type { Clock } from '../../kernel/clock.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { callerOf } from './authenticate-by-key.ts';

interface OverageDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** GET /me/overage, POST /me/overage/cap and POST /me/overage/toggle; all three return the same state. */
export function overageRoutes(routes: FastifyInstance, { database, clock }: OverageDependencies): void {
  routes.get('/me/overage', async (request, reply) => {
    const state = await readOverage(database, callerOf(request).accountId, clock.now());
    return reply.header('cache-control', 'no-store').send(state);
  });

  routes.post('/me/overage/cap', async (request, reply) => {
    const read = readBody(capRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = callerOf(request);
    const changed = await changeCap(database, accountId, read.value.cap_cents, clock.now());
    return changed.ok ? reply.send(changed.value) : sendProblem(reply, changed.problem);
  });

  routes.post('/me/overage/toggle', async (request, reply) => {
    const read = readBody(toggleRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = callerOf(request);
    return reply.send(await setOverage(database, accountId, read.value.enabled, clock.now()));
  });
}
