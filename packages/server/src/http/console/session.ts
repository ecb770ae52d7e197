import { assert, type Problem, problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../../accounts/auth.ts';
import { type Asked, decideProof } from '../../accounts/decide-proof.ts';
import { type SignedIn, signedInAs } from '../../accounts/signed-in.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { webHeaders } from '../auth/web-request.ts';
import { isSameOriginForm } from '../pages/same-origin-form.ts';
import { sendProblem } from '../problem-handler.ts';
import { createRequestValue } from '../request/request-value.ts';

export interface SessionDependencies {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

export type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** The person of each request that passed `requireSession`. */
const people = createRequestValue<SignedIn>('person');

/** The signed-in person of a route behind `requireSession`. */
export function personOf(request: FastifyRequest): SignedIn {
  const person = people.get(request);
  assert(person !== undefined, 'the route requires a session');
  return person;
}

/**
 * The first hook of the console's interface: refuses what a page of another origin sends (CSRF protection), before
 * any of the body is read. Reads change nothing, and other origins get no permission to read the response.
 */
export function refuseForeignPages(publicUrl: () => string): Hook {
  return async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (isSameOriginForm(request, publicUrl())) return undefined;
    const message = 'The console accepts changes from its own pages only.';
    return sendProblem(reply, problem('origin_refused', message));
  };
}

/**
 * A hook that refuses requests without a session; behind it, `personOf` returns who is signed in. Tabs share a session: a
 * page sends the account that it shows, and is refused after somebody else signed in in another tab.
 */
export function requireSession({ auth, database, clock }: SessionDependencies): Hook {
  return async (request, reply) => {
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    if (person === undefined) {
      return sendProblem(reply, problem('sign_in_required', 'There is no session; sign in first.'));
    }
    const shown = request.headers['x-kinora-account'];
    if (shown !== undefined && shown !== person.accountId) {
      const message = 'Somebody else is signed in in this browser now; reload the page.';
      return sendProblem(reply, problem('changed_meanwhile', message));
    }
    people.set(request, person);
    return undefined;
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the console or of the account's pages asks of who is signed in. */
    readonly asks?: Asked;
  }
}

/**
 * Has each route of a scope behind `requireSession` ask for what its `asks` says. A route that says nothing asks for the
 * session if it reads, and for `ofChanges` otherwise, so that a new route gives nothing away.
 */
export function requireProofs(routes: FastifyInstance, ofChanges: Asked): void {
  routes.addHook('onRoute', (route) => {
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
    route.config = { asks: isRead ? 'session' : ofChanges, ...route.config };
  });
  routes.addHook('onRequest', async (request, reply) => {
    const { asks } = request.routeOptions.config;
    assert(asks !== undefined, 'every route of the scope asks for something');
    const unproven = unprovenOf(request, asks);
    return unproven === undefined ? undefined : sendProblem(reply, unproven);
  });
}

/** What the person of a request has not proven of what is asked. By the system's clock, which dates sessions. */
export function unprovenOf(request: FastifyRequest, asked: Asked): Problem | undefined {
  return decideProof(asked, personOf(request), new Date());
}

/** A hook behind `requireSession` for the operator's routes: a stolen password alone sees and operates nothing. */
export const requireOperator: Hook = async (request, reply) => {
  const { isOperator, secondFactorAt } = personOf(request);
  if (!isOperator) return sendProblem(reply, problem('operator_only', 'Only an operator may do this.'));
  if (secondFactorAt !== null) return undefined;
  const message =
    'An operator needs a second factor: set up a passkey or an authenticator app at /account/security, or confirm with yours.';
  return sendProblem(reply, problem('second_factor_required', message));
};
