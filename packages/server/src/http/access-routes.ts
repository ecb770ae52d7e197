import type { FastifyInstance } from 'fastify';
import { readStanding } from '../accounts/read-standing.ts';
import { authRoutes } from './auth/sign-in-api-routes.ts';
import { activateRoutes } from './pages/activate-routes.ts';
import { type BillingRoutes, billingRoutes } from './pages/billing-routes.ts';
import { keyRoutes } from './pages/key-routes.ts';
import { signInRoutes } from './pages/sign-in-routes.ts';
import { payRoutes } from './v1/claim-routes.ts';

interface AccessRoutes extends BillingRoutes {
  readonly checksUserAgent: boolean;
}

/** How a person signs in and comes by a key: the claim's calls, the sign-in API and the pages of an account. */
export function accessRoutes(server: FastifyInstance, dependencies: AccessRoutes): void {
  const balanceCents: Parameters<typeof payRoutes>[1]['balanceCents'] = async (tx, accountId) =>
    (await readStanding(tx, accountId)).balanceCents;
  for (const prefix of ['/v1', '/api/v1']) {
    server.register(async (routes) => payRoutes(routes, { ...dependencies, balanceCents }), { prefix });
  }
  server.register(async (routes) => authRoutes(routes, dependencies), { prefix: '/api/auth' });
  server.register(async (routes) => signInRoutes(routes, dependencies));
  server.register(async (routes) => keyRoutes(routes, dependencies));
  server.register(async (routes) => activateRoutes(routes, dependencies));
  server.register(async (routes) => billingRoutes(routes, dependencies));
}
