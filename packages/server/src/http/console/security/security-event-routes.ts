import type { SecurityEvents } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { eventsOf } from '../../../security-log/account-events.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readQuery } from '../../request/read-query.ts';
import { personOf, type SessionDependencies } from '../session.ts';

const PER_PAGE = 20;

const querySchema = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the next_cursor of a page')
    .transform(Number)
    .optional(),
});

/** What happened to the account of a person, newest first. */
export function securityEventRoutes(routes: FastifyInstance, { database }: SessionDependencies): void {
  routes.get('/security-events', async (request, reply) => {
    const read = readQuery(querySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = personOf(request);
    const events = await eventsOf(database, accountId, { before: read.value.cursor, limit: PER_PAGE + 1 });
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
