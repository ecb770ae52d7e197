import { invalidRequest, type SecurityEvents } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { eventsOf } from '../../../security-log/account-events.ts';
import { sendProblem } from '../../problem-handler.ts';
import { personOf, type SessionDependencies } from '../session.ts';

type EventsRoute = { Querystring: { cursor?: string } };

const PER_PAGE = 20;
const CURSOR = /^\d{1,15}$/;

/** What happened to the account of a person, newest first. */
export function securityEventRoutes(routes: FastifyInstance, { database }: SessionDependencies): void {
  routes.get<EventsRoute>('/security-events', async (request, reply) => {
    const { cursor } = request.query;
    if (cursor !== undefined && !CURSOR.test(cursor)) {
      const message = 'must be the next_cursor of a page';
      return sendProblem(reply, invalidRequest([{ path: 'cursor', message }]));
    }
    const { accountId } = personOf(request);
    const before = cursor === undefined ? undefined : Number(cursor);
    const events = await eventsOf(database, accountId, { before, limit: PER_PAGE + 1 });
    const shown = events.slice(0, PER_PAGE);
    const last = shown.at(-1);
    const view: SecurityEvents = {
      events: shown.map(({ id, at, kind, network, details }) => ({
        id: String(id),
        at: at.toISOString(),
        kind,
        network,
        details,
      })),
      next_cursor: events.length > PER_PAGE && last !== undefined ? String(last.id) : null,
    };
    return reply.send(view);
  });
}
