import { capRequestSchema, toggleRequestSchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { readOverage } from '../../funding/overage.ts';
import { changeCap, setOverage } from '../../payments/change-overage.ts';
import type { PaymentEffects } from '../../payments/payment-effects.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { callerOf, settingChangesBy } from './authenticate-by-key.ts';

interface OverageDependencies {
  readonly database: Database;
  readonly effects: PaymentEffects;
}

/** GET /me/overage, POST /me/overage/cap and POST /me/overage/toggle; all three return the same state. */
export function overageRoutes(routes: FastifyInstance, { database, effects }: OverageDependencies): void {
  const described = { config: { outageFor: 'pay_per_use' } } as const;
  routes.get('/me/overage', described, async (request, reply) => {
    const state = await readOverage(database, callerOf(request).accountId, effects.clock.now());
    return reply.header('cache-control', 'no-store').send(state);
  });

  routes.post('/me/overage/cap', described, async (request, reply) => {
    const read = readBody(capRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = callerOf(request);
    const changes = settingChangesBy(request, effects.clock);
    const changed = await changeCap(database, effects, accountId, read.value.cap_cents, changes.note);
    changes.log();
    return changed.ok ? reply.send(changed.value) : sendProblem(reply, changed.problem);
  });

  routes.post('/me/overage/toggle', described, async (request, reply) => {
    const read = readBody(toggleRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = callerOf(request);
    const changes = settingChangesBy(request, effects.clock);
    const state = await setOverage(database, effects, accountId, read.value.enabled, changes.note);
    changes.log();
    return reply.send(state);
  });
}
