import type { ConsoleSession } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { signedInAs } from '../../accounts/signed-in.ts';
import { settingChanges } from '../account/setting-changes.ts';
import {
  type WebhookCaller,
  type WebhookRouteDependencies,
  webhookRoutes,
} from '../account/webhook-routes.ts';
import { webHeaders } from '../auth/web-request.ts';
import { accountDataRoutes } from './account-data-routes.ts';
import { ageRoute } from './age-route.ts';
import { confirmRoutes } from './confirm-routes.ts';
import { connectRoutes } from './connect-routes.ts';
import { type DocumentDependencies, documentRoutes } from './document-routes.ts';
import { emailRoutes } from './email-routes.ts';
import { keysRoutes } from './keys-routes.ts';
import type { MoneyDependencies } from './money/money-dependencies.ts';
import { moneyRoutes } from './money/money-routes.ts';
import { type OperatorDependencies, operatorConsoleRoutes } from './operator/operator-routes.ts';
import { accountPricingRoutes, type PricingDependencies, pricingRoutes } from './pricing-routes.ts';
import { type PushRouteDependencies, pushRoutes } from './push-routes.ts';
import { reportRoute } from './report-route.ts';
import type { SecurityDependencies } from './security/security-dependencies.ts';
import { securityRoutes } from './security/security-routes.ts';
import { personOf, refuseForeignPages, requireOperator, requireProofs, requireSession } from './session.ts';
import { type StudioDependencies, studioRoutes } from './studio/studio-routes.ts';
import { exploreRoutes, publishRoutes, type WorkDependencies } from './works-routes.ts';

export interface ConsoleApiDependencies
  extends SecurityDependencies,
    Omit<StudioDependencies, 'queueView'>,
    WorkDependencies,
    WebhookRouteDependencies,
    PushRouteDependencies,
    MoneyDependencies,
    DocumentDependencies,
    PricingDependencies,
    OperatorDependencies {}

/**
 * The interface of the web console below /api/console: JSON for the service's own pages, signed in with the session's
 * cookie. It is not part of the documented interfaces and may change with any version.
 */
export function consoleApiRoutes(routes: FastifyInstance, dependencies: ConsoleApiDependencies): void {
  routes.addHook('onRequest', refuseForeignPages(dependencies.publicUrl));
  routes.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  sessionRoute(routes, dependencies);
  exploreRoutes(routes, dependencies);
  reportRoute(routes, dependencies);
  pricingRoutes(routes, dependencies);
  documentRoutes(routes, dependencies);
  routes.register(async (signedIn) => {
    signedIn.addHook('onRequest', requireSession(dependencies));
    requireProofs(signedIn, 'recent_proof');
    signedInRoutes(signedIn, dependencies);
  });
  routes.register(
    async (operator) => {
      operator.addHook('onRequest', requireSession(dependencies));
      operator.addHook('onRequest', requireOperator);
      requireProofs(operator, 'fresh_factor');
      operatorRoutes(operator, dependencies);
    },
    { prefix: '/operator' },
  );
}

/** GET /session: who is signed in, without a refusal if nobody is. */
function sessionRoute(routes: FastifyInstance, { auth, database, clock }: ConsoleApiDependencies): void {
  routes.get('/session', async (request, reply) => {
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    const view: ConsoleSession =
      person === undefined
        ? { signed_in: false }
        : {
            signed_in: true,
            account_id: person.accountId,
            email: person.email,
            operator: person.isOperator,
            second_factor: person.secondFactorAt !== null,
            age_confirmed: person.ageConfirmed,
          };
    return reply.send(view);
  });
}

/** What a signed-in person may call. */
function signedInRoutes(routes: FastifyInstance, dependencies: ConsoleApiDependencies): void {
  moneyRoutes(routes, dependencies);
  accountPricingRoutes(routes, dependencies);
  studioRoutes(routes, dependencies);
  publishRoutes(routes, dependencies);
  confirmRoutes(routes, dependencies);
  ageRoute(routes, dependencies);
  securityRoutes(routes, dependencies);
  keysRoutes(routes, dependencies);
  const byPerson: WebhookCaller = {
    setBy: 'PUT',
    accountIdOf: (request) => personOf(request).accountId,
    changesBy: (request) =>
      settingChanges(request, dependencies.clock, { accountId: personOf(request).accountId, by: 'session' }),
  };
  webhookRoutes(routes, '/webhooks', byPerson, dependencies);
  pushRoutes(routes, dependencies);
  connectRoutes(routes, dependencies);
  accountDataRoutes(routes, dependencies);
}

/** What an operator may call. */
function operatorRoutes(routes: FastifyInstance, dependencies: ConsoleApiDependencies): void {
  operatorConsoleRoutes(routes, dependencies);
  emailRoutes(routes, dependencies.publicUrl);
}
