import {
  autoRechargeRequestSchema,
  capRequestSchema,
  invalidRequest,
  type Problem,
  toggleRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { changeAutoRecharge } from '../../../payments/auto-recharge/change-auto-recharge.ts';
import { changeCap, setOverage } from '../../../payments/change-overage.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/**
 * POST /billing/auto-recharge, /billing/cap and /billing/pay-per-use, with the bodies and the limits of the v1 calls. A
 * change by a signed-in person is not reported by email, as one with a key alone is.
 */
export function spendingRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  const { database, effects } = dependencies;
  const answer = async (reply: FastifyReply, accountId: string, problem: Problem | undefined) =>
    problem === undefined
      ? reply.send(await readOverview(dependencies, accountId))
      : sendProblem(reply, problem);

  routes.post('/auto-recharge', async (request, reply) => {
    const read = readBody(autoRechargeRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { enabled, amount_usd: amountUsd } = read.value;
    if (enabled && amountUsd === undefined) {
      const issue = { path: 'amount_usd', message: 'is required to turn it on' };
      return sendProblem(reply, invalidRequest([issue]));
    }
    const { accountId } = personOf(request);
    const usd = enabled ? (amountUsd ?? null) : null;
    const problem = await changeAutoRecharge(database, effects, accountId, usd, 'session');
    return answer(reply, accountId, problem);
  });

  routes.post('/cap', async (request, reply) => {
    const read = readBody(capRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = personOf(request);
    const changed = await changeCap(database, effects, accountId, read.value.cap_cents, 'session');
    return answer(reply, accountId, changed.ok ? undefined : changed.problem);
  });

  routes.post('/pay-per-use', async (request, reply) => {
    const read = readBody(toggleRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = personOf(request);
    await setOverage(database, effects, accountId, read.value.enabled, 'session');
    return answer(reply, accountId, undefined);
  });
}
