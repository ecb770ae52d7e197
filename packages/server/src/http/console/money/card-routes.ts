import type { Checkout } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../../access/network.ts';
import { removeCard } from '../../../payments/cards/remove-card.ts';
import {
  insertSecurityEvent,
  logSecurityEvent,
  type SecurityEvent,
} from '../../../security-log/security-event.ts';
import { sendProblem } from '../../problem-handler.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/** POST /billing/card: a page of the provider where a card is added; DELETE /billing/card: removes the card on file. */
export function cardRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  const { database, effects, subscriptions, startCardSetup, publicUrl } = dependencies;

  routes.post('/card', { config: { asks: 'session' } }, async (request, reply) => {
    const back = `${publicUrl()}/account/payments?back=card`;
    const started = await startCardSetup(personOf(request).accountId, back);
    if (!started.ok) return sendProblem(reply, started.problem);
    const checkout: Checkout = { checkout_url: started.value.checkoutUrl };
    return reply.send(checkout);
  });

  routes.delete('/card', { config: { asks: 'session' } }, async (request, reply) => {
    const { accountId } = personOf(request);
    const event: SecurityEvent = { kind: 'card_removed', accountId, network: networkOf(request.ip) };
    const { name } = subscriptions.provider;
    let isRemoved = false;
    const problem = await removeCard(database, effects, name, accountId, async (tx, at) => {
      isRemoved = true;
      await insertSecurityEvent(tx, event, at);
    });
    if (problem !== undefined) return sendProblem(reply, problem);
    if (isRemoved) logSecurityEvent(request.log, event);
    return reply.send(await readOverview(dependencies, accountId));
  });
}
