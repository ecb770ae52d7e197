import type { ConsoleSession } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { signedInAs } from '../../accounts/signed-in.ts';
import { webHeaders } from '../auth/web-request.ts';
import { type DocumentDependencies, documentListRoute, documentRoutes } from './document-routes.ts';
import { emailRoutes } from './email-routes.ts';
import { refuseForeignPages, requireOperator, requireSession, type SessionDependencies } from './session.ts';

export interface ConsoleApiDependencies extends SessionDependencies, DocumentDependencies {}

/**
 * The interface of the web console below /api/console: JSON for the service's own pages, signed in with the session's
 * cookie. It is not part of the documented interfaces and may change with any version.
 */
export function consoleApiRoutes(routes: FastifyInstance, dependencies: ConsoleApiDependencies): void {
  routes.addHook('onRequest', refuseForeignPages(dependencies.publicUrl));
  routes.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  sessionRoute(routes, dependencies);
  documentRoutes(routes, dependencies);
  routes.register(async (signedIn) => {
    signedIn.addHook('onRequest', requireSession(dependencies));
    accountRoutes(signedIn, dependencies);
  });
  routes.register(
    async (operator) => {
      operator.addHook('onRequest', requireSession(dependencies));
      operator.addHook('onRequest', requireOperator);
      operatorRoutes(operator, dependencies);
    },
    { prefix: '/operator' },
  );
}

/** GET /session: who is signed in, without a refusal if nobody is. */
function sessionRoute(routes: FastifyInstance, { auth, database, clock }: ConsoleApiDependencies): void {
  routes.get('/session', async (request, reply) => {
    const person = await signedInAs(auth(), { database, clock }, webHeaders(request));
    const view: ConsoleSession =
      person === undefined
        ? { signed_in: false }
        : {
            signed_in: true,
            account_id: person.accountId,
            email: person.email,
            operator: person.isOperator,
          };
    return reply.send(view);
  });
}

/** What a signed-in person may call. */
function accountRoutes(routes: FastifyInstance, dependencies: ConsoleApiDependencies): void {
  documentListRoute(routes, dependencies);
}

/** What an operator may call. */
function operatorRoutes(routes: FastifyInstance, dependencies: ConsoleApiDependencies): void {
  emailRoutes(routes, dependencies.publicUrl);
}
