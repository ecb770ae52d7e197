import {
  backupCodeSchema,
  confirmationQuerySchema,
  confirmationRequestSchema,
  noFieldsSchema,
  ok,
  type Problem,
  passwordResetRequestSchema,
  passwordResetSchema,
  problem,
  type Result,
  signInCodeSchema,
  signInRequestSchema,
  signUpRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { networkOf } from '../../access/network.ts';
import { countSignIn, type SignInAttempt } from '../../access/sign-in-limits.ts';
import type { Auth } from '../../accounts/auth.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { waitInWords } from '../../kernel/time-in-words.ts';
import { isSameOriginForm } from '../pages/same-origin-form.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { readQuery } from '../request/read-query.ts';
import { keepDevice } from './device-cookie.ts';
import { forgetInBrowser, setSessionCookies } from './session-cookies.ts';
import { ORIGIN_REFUSED, signInProblem } from './sign-in-problem.ts';
import { webRequest } from './web-request.ts';

export interface SignInApiDependencies {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly allowedOrigins: readonly string[];
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The body of a POST, the parameters of a GET; nothing else of the request reaches the library. */
  readonly fields: z.ZodObject;
  /** The limit that each call counts towards. */
  readonly counts?: SignInAttempt;
}

/** The enabled routes of the sign-in library. */
const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/sign-up/email', fields: signUpRequestSchema, counts: 'email' },
  { method: 'POST', path: '/sign-in/email', fields: signInRequestSchema, counts: 'password' },
  // The library's hooks count these by account, which their bodies do not name.
  { method: 'POST', path: '/two-factor/verify-totp', fields: signInCodeSchema },
  { method: 'POST', path: '/two-factor/verify-backup-code', fields: backupCodeSchema },
  { method: 'POST', path: '/sign-out', fields: noFieldsSchema },
  { method: 'GET', path: '/get-session', fields: noFieldsSchema },
  { method: 'GET', path: '/token', fields: noFieldsSchema },
  { method: 'GET', path: '/jwks', fields: noFieldsSchema },
  { method: 'GET', path: '/verify-email', fields: confirmationQuerySchema },
  { method: 'POST', path: '/send-verification-email', fields: confirmationRequestSchema, counts: 'email' },
  { method: 'POST', path: '/request-password-reset', fields: passwordResetRequestSchema, counts: 'email' },
  { method: 'POST', path: '/reset-password', fields: passwordResetSchema, counts: 'password' },
];

/** The sign-in API below /api/auth: the sign-in library, with the errors of this service and its limits on attempts. */
export function signInApiRoutes(routes: FastifyInstance, dependencies: SignInApiDependencies): void {
  const { auth, database, clock, publicUrl, allowedOrigins } = dependencies;
  routes.addHook('onRequest', async (request, reply) =>
    mayCall(request, publicUrl(), allowedOrigins) ? undefined : sendProblem(reply, ORIGIN_REFUSED),
  );
  for (const route of ROUTES) {
    const { method, path, counts } = route;
    routes.route({
      method,
      url: path,
      // HEAD would confirm an address, or renew a session, without its response.
      exposeHeadRoute: false,
      async handler(request, reply) {
        const read = readCall(request, route);
        if (!read.ok) return sendProblem(reply, read.problem);
        const opensSession = counts !== undefined || path.startsWith('/two-factor/');
        const device = opensSession ? keepDevice(request, reply, publicUrl()) : undefined;
        if (counts !== undefined) {
          const from = { network: networkOf(request.ip), email: subjectOf(read.value), device };
          const wait = await countSignIn(database, counts, from, clock.now());
          if (wait !== undefined) {
            const message = `Too many attempts; retry in ${waitInWords(wait)}.`;
            return sendProblem(reply, { ...problem('rate_limited', message), retryAfterSeconds: wait });
          }
        }
        const call = webRequest(request, { publicUrl: publicUrl(), device }, route, read.value);
        const response = await (await auth()).handler(call);
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
        if (path === '/sign-out') forgetInBrowser(reply);
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

/** Reads what a route takes, and refuses everything else. Problem: `invalid_request`. */
function readCall(request: FastifyRequest, { method, fields }: Route): Result<Fields, Problem> {
  const query = readQuery(method === 'GET' ? fields : noFieldsSchema, request);
  if (method === 'GET' || !query.ok) return query;
  // A sign-out needs no body.
  return fields === noFieldsSchema && request.body === undefined ? ok({}) : readBody(fields, request.body);
}

type Fields = Readonly<Record<string, unknown>>;

/** What an attempt is for: an email address, or a link by its token. */
function subjectOf({ email, token }: Fields): string {
  return String(email ?? token ?? '');
}
