import { problem, type Sessions } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { describeBrowser } from '../../../access/describe-browser.ts';
import { networkOf } from '../../../access/network.ts';
import { endOtherSessions, endSession, listSessions } from '../../../accounts/sessions.ts';
import { pauseAllWaiting } from '../../../admit/waiting/change-waiting.ts';
import { readId } from '../../../kernel/ids.ts';
import { logSecurityEvent } from '../../../security-log/security-event.ts';
import { sendProblem } from '../../problem-handler.ts';
import { personOf, type SessionDependencies } from '../session.ts';

/** The browsers that a person is signed in with. */
export function sessionRoutes(routes: FastifyInstance, { database, clock }: SessionDependencies): void {
  routes.get('/sessions', async (request, reply) => {
    const { accountId, sessionId } = personOf(request);
    const sessions = await listSessions(database, accountId);
    const view: Sessions = {
      sessions: sessions.map(({ id, createdAt, address, userAgent, secondFactor }) => ({
        id,
        current: id === sessionId,
        browser: describeBrowser(userAgent ?? ''),
        network: networkOf(address ?? ''),
        created_at: createdAt.toISOString(),
        second_factor: secondFactor,
      })),
    };
    return reply.send(view);
  });

  routes.delete<{ Params: { id: string } }>(
    '/sessions/:id',
    { config: { asks: 'session' } },
    async (request, reply) => {
      const ender = { accountId: personOf(request).accountId, network: networkOf(request.ip) };
      const id = readId(request.params.id);
      const event = id === undefined ? undefined : await endSession(database, ender, id, clock.now());
      if (event === undefined) return sendProblem(reply, problem('not_found', 'You have no such session.'));
      logSecurityEvent(request.log, event);
      return reply.code(204).send();
    },
  );

  routes.post('/sessions/end-others', { config: { asks: 'session' } }, async (request, reply) => {
    const { accountId, sessionId } = personOf(request);
    const ender = { accountId, network: networkOf(request.ip) };
    const event = await database.transaction(async (tx) => {
      await pauseAllWaiting(tx, accountId);
      return endOtherSessions(tx, ender, sessionId, clock.now());
    });
    logSecurityEvent(request.log, event);
    return reply.code(204).send();
  });
}
