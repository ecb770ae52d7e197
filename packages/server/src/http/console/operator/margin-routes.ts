import { marginQuerySchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { type Clock, isoDate, monthStart } from '../../../kernel/clock.ts';
import { marginTable, readMargin } from '../../../operator/margin/read-margin.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readQuery } from '../../request/read-query.ts';

export interface MarginRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** GET /margin: a month by model and day, and GET /margin.csv: the same as a file. */
export function marginRoutes(routes: FastifyInstance, { database, clock }: MarginRouteDependencies): void {
  routes.get('/margin', async (request, reply) => {
    const read = readQuery(marginQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const now = clock.now();
    return reply.send(await readMargin(database, read.value.month ?? isoDate(monthStart(now)), now));
  });

  routes.get('/margin.csv', async (request, reply) => {
    const read = readQuery(marginQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const month = read.value.month ?? isoDate(monthStart(clock.now()));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="kinora-margin-${month.slice(0, 7)}.csv"`)
      .send(await marginTable(database, month));
  });
}
