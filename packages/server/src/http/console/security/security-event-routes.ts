import type { SecurityEvents } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readPage } from '../../../kernel/read-page.ts';
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
    const { shown, next } = await readPage(PER_PAGE, (limit) =>
      eventsOf(database, accountId, { before: read.value.cursor, limit }),
    );
    const view: SecurityEvents = {
      events: shown.map(({ id, at, kind, network, details }) => ({
        id: String(id),
        at: at.toISOString(),
        kind,
        network,
        details,
      })),
      next_cursor: next.next_cursor ?? null,
    };
    return reply.send(view);
  });
}
