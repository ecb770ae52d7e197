import { assert, type KeyScope, type Problem, problem } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefixOfKey } from '../../access/api-key.ts';
import type { AuthenticateKey, Caller } from '../../access/authenticate-key.ts';
import { checkUserAgent } from '../../access/user-agent.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type SettingChanges, settingChanges } from '../account/setting-changes.ts';
import { sendProblem } from '../problem-handler.ts';
import { createRequestValue } from '../request/request-value.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a route with a key needs; by default `read` for one that reads, and `manage` for all others. */
    readonly scope?: KeyScope;
  }
}

/** The caller of each request that passed the hook below. */
const callers = createRequestValue<Caller>('caller');

/** The first hook of routes that need no key: checks the User-Agent. */
export async function requireUserAgent(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const problem = checkUserAgent(request.headers['user-agent']);
  return problem === undefined ? undefined : sendProblem(reply, problem);
}

/**
 * The first hook of every route that needs a key: checks the User-Agent, then the key. It runs before any of the body
 * is read. The operator can switch the User-Agent check off.
 */
export function authenticateByKey(authenticate: AuthenticateKey, checksUserAgent: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const problem = checksUserAgent ? checkUserAgent(request.headers['user-agent']) : undefined;
    if (problem !== undefined) return sendProblem(reply, problem);
    const rejection = await authenticateCaller(request, keyOf(request), authenticate);
    return rejection === undefined ? undefined : sendProblem(reply, rejection);
  };
}

/** Whether the key of a request that has been open for a while is still accepted. */
export async function isStillAuthenticated(
  request: FastifyRequest,
  authenticate: AuthenticateKey,
): Promise<boolean> {
  return (await authenticateCaller(request, keyOf(request), authenticate)) === undefined;
}

/** The key that a request has sent. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  return typeof key === 'string' ? key : undefined;
}

/** Remembers whose key it is for `callerOf`. Problems: those of `AuthenticateKey`, and `scope_required`. */
export async function authenticateCaller(
  request: FastifyRequest,
  key: string | undefined,
  authenticate: AuthenticateKey,
): Promise<Problem | undefined> {
  const caller = await authenticate(key, request.ip);
  if (!caller.ok) return caller.problem;
  const scope = scopeOf(request);
  if (!caller.value.scopes.includes(scope)) return scopeRequired(scope);
  callers.set(request, caller.value);
  return undefined;
}

function scopeOf({ method, routeOptions }: FastifyRequest): KeyScope {
  return routeOptions.config.scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'manage');
}

function scopeRequired(scope: KeyScope): Problem {
  const message = `This key lacks the scope ${scope}. Use a key that has it, or add it at /account/keys.`;
  return problem('scope_required', message, { required_scope: scope });
}

/** What a request changes of the settings of its account, with its key. */
export function settingChangesBy(request: FastifyRequest, clock: Clock): SettingChanges {
  const { accountId } = callerOf(request);
  return settingChanges(request, clock, { accountId, by: 'api_key', key: prefixOfKey(keyOf(request) ?? '') });
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  assert(caller !== undefined, 'the route authenticates by key');
  return caller;
}
