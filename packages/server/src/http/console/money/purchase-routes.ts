import {
  type Checkout,
  type Problem,
  problem,
  redeemRequestSchema,
  topUpRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { redeemByPerson } from '../../account/redeem-by-person.ts';
import { refundByCard } from '../../account/refund-by-card.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/** POST /billing/top-up, POST /billing/redeem, and POST /billing/purchases/<id>/refund. */
export function purchaseRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  const { startPayment, publicUrl } = dependencies;

  routes.post('/top-up', { config: { asks: 'session' } }, async (request, reply) => {
    const read = readBody(topUpRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const order = { amountUsd: read.value.amount_usd };
    const started = await startPayment(personOf(request).accountId, order, paymentsPage(publicUrl()));
    if (!started.ok) return sendProblem(reply, started.problem);
    const checkout: Checkout = { checkout_url: started.value.checkoutUrl };
    return reply.send(checkout);
  });

  routes.post('/redeem', { config: { asks: 'session' } }, async (request, reply) => {
    const read = readBody(redeemRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = personOf(request);
    const refusal = await redeemByPerson(dependencies, request, accountId, read.value.code);
    if (refusal !== undefined) return sendProblem(reply, refusal);
    return reply.send(await readOverview(dependencies, accountId));
  });

  routes.post<{ Params: { id: string } }>(
    '/purchases/:id/refund',
    { config: { asks: 'session' } },
    async (request, reply) => {
      const { accountId } = personOf(request);
      const outcome = await refundByCard(dependencies, request, accountId, request.params.id);
      const refusal = REFUSALS[outcome];
      if (refusal !== undefined) return sendProblem(reply, refusal);
      return reply.send(await readOverview(dependencies, accountId));
    },
  );
}

/** Where the browser returns to from the provider's page, paid or not. */
function paymentsPage(publicUrl: string): string {
  return `${publicUrl}/account/payments?back=payment`;
}

/** A second click on a refund is not an error: it is confirmed like the first. */
const REFUSALS: Readonly<Record<Awaited<ReturnType<typeof refundByCard>>, Problem | undefined>> = {
  refunded: undefined,
  already_refunded: undefined,
  spent: problem('not_refundable', 'Some of this purchase was spent, so it can no longer be refunded.'),
  too_late: problem(
    'not_refundable',
    'This purchase is older than 24 hours, so it can no longer be refunded.',
  ),
  under_review: problem(
    'account_review_required',
    'Payments of this account are paused for review, so nothing can be refunded now. Contact support.',
  ),
  unknown: problem('not_found', 'This account has no such purchase by card.'),
};
