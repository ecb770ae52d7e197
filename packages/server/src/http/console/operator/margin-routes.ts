import { marginQuerySchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import type { Database } from '../../../db/database.ts';
import { type Clock, isoDate, monthStart } from '../../../kernel/clock.ts';
import { marginTable, readMargin } from '../../../operator/margin/read-margin.ts';
import { warnOfPrices } from '../../../operator/margin/warn-of-prices.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readQuery } from '../../request/read-query.ts';

export interface MarginRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
}

/** GET /margin: a month by model and day, and GET /margin.csv: the same as a file. */
export function marginRoutes(
  routes: FastifyInstance,
  { database, clock, catalogue }: MarginRouteDependencies,
): void {
  routes.get('/margin', async (request, reply) => {
    const read = readQuery(marginQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const now = clock.now();
    const month = read.value.month ?? isoDate(monthStart(now));
    const margin = await readMargin(database, month, now);
    return reply.send({ ...margin, below_cost: await warnOfPrices(database, catalogue.now().document) });
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
