import type { FastifyInstance } from 'fastify';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { readOverview } from './read-overview.ts';

/** GET /billing: plan, balance, limits, card, and what needs attention. */
export function overviewRoute(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  routes.get('/', (request) => readOverview(dependencies, personOf(request).accountId));
}
