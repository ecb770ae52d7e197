import { assert, problem } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenSubject, VerifyAccessToken } from '../../accounts/access-token.ts';
import { refuse } from './refuse.ts';

/** Holders of the requests under way; a request is in it from the hook below on. */
const holders = new WeakMap<FastifyRequest, TokenSubject>();

const BEARER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

/** The first hook of every route with an access token, before a byte of the body is read. */
export function authenticateByToken(verify: VerifyAccessToken) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      const message = 'Sign in to use this: send Authorization: Bearer <access token>.';
      return refuse(reply, problem('sign_in_required', message));
    }
    const token = BEARER.exec(authorization)?.[1];
    const holder = token === undefined ? undefined : await verify(token);
    if (holder === undefined) {
      const message = 'The access token is not valid or has expired; sign in again, or fetch another one.';
      return refuse(reply, problem('sign_in_required', message));
    }
    holders.set(request, holder);
    return undefined;
  };
}

export function holderOf(request: FastifyRequest): TokenSubject {
  const holder = holders.get(request);
  assert(holder !== undefined, 'the route authenticates by token');
  return holder;
}
