import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticateKey } from '../../access/authenticate-key.ts';
import { authenticateCaller } from '../v1/authenticate-by-key.ts';
import { sendOpenaiProblem } from './problem-handler.ts';

const BEARER = /^Bearer +(\S{1,4096})$/i;

/**
 * The first hook of every route: the API key of v1, as a bearer token. It runs before any of the body is read. The
 * User-Agent is not checked: programs that customers did not write, such as Open WebUI, send the default of a library.
 */
export function authenticateByBearer(authenticate: AuthenticateKey) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const rejection = await authenticateCaller(request, key, authenticate);
    if (rejection === undefined) return undefined;
    const message = 'Send your API key as Authorization: Bearer <API key>.';
    return sendOpenaiProblem(reply, key === undefined ? { ...rejection, message } : rejection);
  };
}
