import { assert, problem } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountBanned } from '../../access/refused-account.ts';
import type { TokenSubject, VerifyAccessToken } from '../../accounts/access-token.ts';
import type { ReadTokenStanding } from '../../accounts/token-standing.ts';
import { createRequestValue } from '../request/request-value.ts';
import { sendJobApiProblem } from './problem-handler.ts';

/** The token subject of each request that passed the hook below. */
const tokenSubjects = createRequestValue<TokenSubject>('token subject');

const BEARER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

/** The first hook of every route that needs an access token. It runs before any of the body is read. */
export function authenticateByToken(verify: VerifyAccessToken, readTokenStanding: ReadTokenStanding) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      const message = 'Sign in to use this: send Authorization: Bearer <access token>.';
      return sendJobApiProblem(reply, problem('sign_in_required', message));
    }
    const token = BEARER.exec(authorization)?.[1];
    const subject = token === undefined ? undefined : await verify(token);
    const standing = subject && (await readTokenStanding(subject));
    if (standing === 'banned') return sendJobApiProblem(reply, accountBanned);
    if (subject === undefined || standing === 'ended') {
      const message = 'The access token is invalid or has ended; sign in again, or fetch a new one.';
      return sendJobApiProblem(reply, problem('sign_in_required', message));
    }
    tokenSubjects.set(request, subject);
    return undefined;
  };
}

export function tokenSubjectOf(request: FastifyRequest): TokenSubject {
  const subject = tokenSubjects.get(request);
  assert(subject !== undefined, 'the route authenticates by token');
  return subject;
}
