import { type PlanChange, type PlanUpgrades, planRequestSchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { cancelPlan, repriced } from '../../../payments/subscription/change-plan.ts';
import { choosePlan } from '../../../payments/subscription/choose-plan.ts';
import { isStillAgreed, quoteUpgrades } from '../../../payments/subscription/quote-upgrades.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/**
 * GET /billing/plan/upgrades: what each upgrade charges now; POST /billing/plan: buys, changes or keeps a plan;
 * DELETE /billing/plan: cancels it.
 */
export function planRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  const { subscriptions, startPayment, publicUrl, effects } = dependencies;

  routes.get('/plan/upgrades', async (request) => {
    const { accountId } = personOf(request);
    const { at, upgrades } = await quoteUpgrades(subscriptions, accountId, effects.clock.now());
    const view: PlanUpgrades = {
      priced_at: at.toISOString(),
      upgrades: upgrades.map(({ plan, interval, cents }) => ({ plan, interval, amount_cents: cents })),
    };
    return view;
  });

  routes.post('/plan', async (request, reply) => {
    const read = readBody(planRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const back = `${publicUrl()}/account/plan?back=payment`;
    const { accountId } = personOf(request);
    const { agreed: shown, ...choice } = read.value;
    const agreed = shown && { cents: shown.amount_cents, at: new Date(shown.priced_at) };
    if (agreed && !isStillAgreed(agreed, effects.clock.now())) return sendProblem(reply, repriced);
    const chosen = await choosePlan(subscriptions, startPayment, accountId, choice, back, agreed);
    if (!chosen.ok) return sendProblem(reply, chosen.problem);
    const { value } = chosen;
    const change: PlanChange =
      value.outcome === 'checkout'
        ? { outcome: value.outcome, checkout_url: value.checkoutUrl }
        : { outcome: value.outcome };
    return reply.send(change);
  });

  routes.delete('/plan', { config: { asks: 'session' } }, async (request, reply) => {
    const { accountId } = personOf(request);
    const problem = await cancelPlan(subscriptions, accountId);
    if (problem !== undefined) return sendProblem(reply, problem);
    return reply.send(await readOverview(dependencies, accountId));
  });
}
