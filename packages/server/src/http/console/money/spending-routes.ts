import {
  autoRechargeRequestSchema,
  capRequestSchema,
  invalidRequest,
  type Problem,
  toggleRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeAutoRecharge } from '../../../payments/auto-recharge/change-auto-recharge.ts';
import { changeCap, setOverage } from '../../../payments/change-overage.ts';
import { settingChanges } from '../../account/setting-changes.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/**
 * POST /billing/auto-recharge, /billing/cap and /billing/pay-per-use, with the bodies and the limits of the v1
 * calls.
 */
export function spendingRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  const { database, effects } = dependencies;
  const changesOf = (request: FastifyRequest) =>
    settingChanges(request, effects.clock, { accountId: personOf(request).accountId, by: 'session' });
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
    const changes = changesOf(request);
    const problem = await changeAutoRecharge(database, effects, accountId, usd, changes.note);
    changes.log();
    return answer(reply, accountId, problem);
  });

  routes.post('/cap', async (request, reply) => {
    const read = readBody(capRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = personOf(request);
    const changes = changesOf(request);
    const changed = await changeCap(database, effects, accountId, read.value.cap_cents, changes.note);
    changes.log();
    return answer(reply, accountId, changed.ok ? undefined : changed.problem);
  });

  routes.post('/pay-per-use', async (request, reply) => {
    const read = readBody(toggleRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = personOf(request);
    const changes = changesOf(request);
    await setOverage(database, effects, accountId, read.value.enabled, changes.note);
    changes.log();
    return answer(reply, accountId, undefined);
  });
}
