import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { countSignIn, type SignInAttempt } from '../../access/sign-in-limits.ts';
import type { Auth } from '../../accounts/auth.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isSameOriginForm } from '../pages/same-origin-form.ts';
import { sendProblem } from '../problem-handler.ts';
import { keepDevice } from './device-cookie.ts';
import { setSessionCookies } from './session-cookies.ts';
import { ORIGIN_REFUSED, signInProblem } from './sign-in-problem.ts';
import { webRequest } from './web-request.ts';

export interface SignInApiDependencies {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly allowedOrigins: readonly string[];
}

/** The enabled routes of the sign-in library, and the limit that each counts towards. */
const ROUTES: readonly (readonly [method: 'GET' | 'POST', path: string, counts?: SignInAttempt])[] = [
  ['POST', '/sign-up/email', 'email'],
  ['POST', '/sign-in/email', 'password'],
  // The library's hooks count these by account, which their bodies do not name.
  ['POST', '/two-factor/verify-totp'],
  ['POST', '/two-factor/verify-backup-code'],
  ['POST', '/sign-out'],
  ['GET', '/get-session'],
  ['GET', '/token'],
  ['GET', '/jwks'],
  ['GET', '/verify-email'],
  ['POST', '/send-verification-email', 'email'],
  ['POST', '/request-password-reset', 'email'],
  ['POST', '/reset-password', 'password'],
];

/** The sign-in API below /api/auth: the sign-in library, with the errors of this service and its limits on attempts. */
export function signInApiRoutes(routes: FastifyInstance, dependencies: SignInApiDependencies): void {
  const { auth, database, clock, publicUrl, allowedOrigins } = dependencies;
  routes.addHook('onRequest', async (request, reply) =>
    mayCall(request, publicUrl(), allowedOrigins) ? undefined : sendProblem(reply, ORIGIN_REFUSED),
  );
  for (const [method, path, counts] of ROUTES) {
    routes.route({
      method,
      url: path,
      // HEAD would confirm an address, or renew a session, without its response.
      exposeHeadRoute: false,
      async handler(request, reply) {
        const opensSession = counts !== undefined || path.startsWith('/two-factor/');
        const device = opensSession ? keepDevice(request, reply, publicUrl()) : undefined;
        if (counts !== undefined) {
          const from = { network: networkOf(request.ip), email: subjectOf(request), device };
          const wait = await countSignIn(database, counts, from, clock.now());
          if (wait !== undefined) {
            const message = `Too many attempts; retry in ${wait} seconds.`;
            return sendProblem(reply, { ...problem('rate_limited', message), retryAfterSeconds: wait });
          }
        }
        const response = await (await auth()).handler(webRequest(request, publicUrl(), device));
        setSessionCookies(request, reply, response.headers.getSetCookie(), allowedOrigins);
        if (response.status >= 400) {
          const passwordField = path === '/reset-password' ? 'newPassword' : 'password';
          return sendProblem(reply, await signInProblem(response, passwordField));
        }
        for (const name of ['content-type', 'location', 'set-auth-jwt']) {
          const value = response.headers.get(name);
          if (value !== null) reply.header(name, value);
        }
        reply.header('cache-control', 'no-store');
        return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
      },
    });
  }
}

/**
 * Whether a change may come from this page: one of this service or of an allowed origin. The library looks at the
 * origin of requests with a cookie only; a program that is no browser sends none.
 */
function mayCall(request: FastifyRequest, publicUrl: string, allowedOrigins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (request.method === 'GET' || (origin === undefined && site === undefined)) return true;
  return isSameOriginForm(request, publicUrl) || (origin !== undefined && allowedOrigins.includes(origin));
}

/** What an attempt is for: an email address, or a link by its token. */
function subjectOf({ body }: FastifyRequest): string {
  const { email, token } = (body ?? {}) as { email?: unknown; token?: unknown };
  const subject = typeof email === 'string' ? email : token;
  return typeof subject === 'string' ? subject.slice(0, 1000) : '';
}
