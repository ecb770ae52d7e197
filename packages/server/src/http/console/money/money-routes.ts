import type { FastifyInstance } from 'fastify';
import { personOf } from '../session.ts';
import { arrearsRoutes } from './arrears-routes.ts';
import { cardRoutes } from './card-routes.ts';
import type { MoneyDependencies } from './money-dependencies.ts';
import { paymentListRoutes } from './payment-list-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { purchaseRoutes } from './purchase-routes.ts';
import { readOverview } from './read-overview.ts';
import { spendingRoutes } from './spending-routes.ts';
import { usageRoutes } from './usage-routes.ts';

/** The money of the signed-in person's account: below /billing what is paid, below /usage what was used. */
export function moneyRoutes(routes: FastifyInstance, dependencies: MoneyDependencies): void {
  routes.register(
    async (billing) => {
      billing.get('/', (request) => readOverview(dependencies, personOf(request).accountId));
      purchaseRoutes(billing, dependencies);
      planRoutes(billing, dependencies);
      spendingRoutes(billing, dependencies);
      cardRoutes(billing, dependencies);
      arrearsRoutes(billing, dependencies);
      paymentListRoutes(billing, dependencies);
    },
    { prefix: '/billing' },
  );
  usageRoutes(routes, dependencies);
}
