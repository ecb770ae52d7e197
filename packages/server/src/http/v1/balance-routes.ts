import type { FastifyInstance } from 'fastify';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { Database } from '../../db/database.ts';
import { readBalance } from '../../funding/read-balance.ts';
import { readUsage } from '../../funding/read-usage.ts';
import type { Clock } from '../../kernel/clock.ts';
import { callerOf } from './authenticate-by-key.ts';

export interface BalanceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
}

/** GET /usage and GET /me/balance. */
export function balanceRoutes(
  routes: FastifyInstance,
  { database, clock, catalogue }: BalanceDependencies,
): void {
  routes.get('/usage', async (request, reply) => {
    const usage = await readUsage(database, catalogue.now(), callerOf(request).accountId, clock.now());
    return reply.header('cache-control', 'no-store').send(usage);
  });
  routes.get('/me/balance', async (request, reply) => {
    const balance = await readBalance(database, callerOf(request).accountId, clock.now());
    return reply.header('cache-control', 'no-store').send(balance);
  });
}
