import { type PlanChange, planRequestSchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { cancelPlan } from '../../../payments/subscription/change-plan.ts';
import { choosePlan } from '../../../payments/subscription/choose-plan.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/** POST /billing/plan: buys, changes or keeps a plan; DELETE /billing/plan: cancels it. */
export function planRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  const { subscriptions, startPayment, publicUrl } = dependencies;

  routes.post('/plan', async (request, reply) => {
    const read = readBody(planRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const back = `${publicUrl()}/account/plan?back=payment`;
    const { accountId } = personOf(request);
    const chosen = await choosePlan(subscriptions, startPayment, accountId, read.value, back);
    if (!chosen.ok) return sendProblem(reply, chosen.problem);
    const { value } = chosen;
    const change: PlanChange =
      value.outcome === 'checkout'
        ? { outcome: value.outcome, checkout_url: value.checkoutUrl }
        : { outcome: value.outcome };
    return reply.send(change);
  });

  routes.delete('/plan', async (request, reply) => {
    const { accountId } = personOf(request);
    const problem = await cancelPlan(subscriptions, accountId);
    if (problem !== undefined) return sendProblem(reply, problem);
    return reply.send(await readOverview(dependencies, accountId));
  });
}
