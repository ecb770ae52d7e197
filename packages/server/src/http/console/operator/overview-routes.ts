import type { FastifyInstance } from 'fastify';
import { createReadDayMoney } from '../../../operator/read-day-money.ts';
import { type OverviewDependencies, readOverview } from '../../../operator/read-overview.ts';
import { readQueue } from '../../../operator/read-queue.ts';

export type OverviewRouteDependencies = Omit<OverviewDependencies, 'readDayMoney'>;

/** GET /overview and GET /queue, which the pages read every few seconds. */
export function overviewRoutes(routes: FastifyInstance, dependencies: OverviewRouteDependencies): void {
  const { database, clock } = dependencies;
  const readDayMoney = createReadDayMoney(database, clock);
  routes.get('/overview', async (_request, reply) =>
    reply.send(await readOverview({ ...dependencies, readDayMoney })),
  );
  routes.get('/queue', async (_request, reply) => reply.send(await readQueue(dependencies)));
}
