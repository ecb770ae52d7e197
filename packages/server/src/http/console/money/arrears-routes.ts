import type { FastifyInstance } from 'fastify';
import { payArrears } from '../../../payments/arrears/pay-arrears.ts';
import { sendProblem } from '../../problem-handler.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/**
 * POST /billing/arrears/pay: charges the unpaid invoices to the card on file. The response says that they are being
 * charged; the outcome is in a later GET /billing.
 */
export function arrearsRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  const { database, effects, subscriptions } = dependencies;
  routes.post('/arrears/pay', { config: { asks: 'session' } }, async (request, reply) => {
    const { accountId } = personOf(request);
    const paying = await payArrears(database, effects, subscriptions.provider.name, accountId);
    if (!paying.ok) return sendProblem(reply, paying.problem);
    return reply.code(202).send(await readOverview(dependencies, accountId));
  });
}
