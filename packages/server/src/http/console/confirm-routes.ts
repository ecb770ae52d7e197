import {
  type ConfirmMethods,
  type ConfirmRequest,
  confirmRequestSchema,
  invalidRequest,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { countSignIn } from '../../access/sign-in-limits.ts';
import { checkAppCode } from '../../accounts/second-factor/authenticator-app.ts';
import { isPasskeyOf, readSecondFactors } from '../../accounts/second-factor/second-factors.ts';
import { confirmSession, discardSession } from '../../accounts/sessions.ts';
import {
  insertSecurityEvent,
  logSecurityEvent,
  type SecurityEvent,
} from '../../security-log/security-event.ts';
import { keepDevice } from '../auth/device-cookie.ts';
import { keepSession } from '../auth/session-cookies.ts';
import { copyCookies, formCall, webHeaders } from '../auth/web-request.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { tooManyAttempts } from './security/check-password.ts';
import { personOf, type SessionDependencies } from './session.ts';

type Method = keyof ConfirmRequest;

/**
 * Confirming who is at the browser, after `recent_sign_in_required` or `second_factor_required`: by the password, the
 * code of the authenticator app or a passkey, each counted like at sign-in. The last two count as a second factor.
 */
export function confirmRoutes(routes: FastifyInstance, dependencies: SessionDependencies): void {
  const { auth, database, publicUrl } = dependencies;

  routes.get('/confirm', async (request, reply) => {
    const { app, passkeys } = await readSecondFactors(database, personOf(request).accountId);
    return reply.send({ code: app, passkey: passkeys > 0 } satisfies ConfirmMethods);
  });

  routes.post('/confirm/passkey-options', async (request, reply) => {
    const wait = await count(request, dependencies, 'passkey', undefined);
    if (wait !== undefined) return sendProblem(reply, tooManyAttempts(wait));
    const from = { publicUrl: publicUrl() };
    const response = await (await auth()).handler(
      formCall(request, from, '/passkey/generate-authenticate-options'),
    );
    copyCookies(reply, response.headers);
    return reply.send(await response.json());
  });

  routes.post('/confirm', async (request, reply) => {
    const body = readBody(confirmRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const [method, ...others] = Object.keys(body.value) as Method[];
    if (method === undefined || others.length > 0) return sendProblem(reply, ONE_METHOD);
    const proven = await prove(request, reply, dependencies, method, body.value);
    return proven.ok ? reply.code(204).send() : sendProblem(reply, proven.problem);
  });
}

/** Checks the proof and, if it is right, notes it in the session. Problems: `rate_limited`, `confirmation_failed`. */
async function prove(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: SessionDependencies,
  method: Method,
  proof: ConfirmRequest,
): Promise<Result<undefined, Problem>> {
  const { database, clock } = dependencies;
  const { accountId, sessionId } = personOf(request);
  const network = networkOf(request.ip);
  const device = keepDevice(request, reply, dependencies.publicUrl());
  const wait = await count(request, dependencies, method, device);
  if (wait !== undefined) return refused(tooManyAttempts(wait));
  const isRight = await check(request, dependencies, method, proof, device);
  const details = { in_session: true, method };
  const event: SecurityEvent = isRight
    ? { kind: 'session_confirmed', accountId, network, details }
    : {
        kind: method === 'password' ? 'sign_in_failed' : 'second_factor_failed',
        accountId,
        network,
        details,
      };
  const session = await database.transaction(async (tx) => {
    await insertSecurityEvent(tx, event, clock.now());
    return isRight ? confirmSession(tx, sessionId, { secondFactor: method !== 'password' }) : undefined;
  });
  logSecurityEvent(request.log, event);
  if (session !== undefined) await keepSession(reply, dependencies.auth, session);
  return isRight ? ok(undefined) : refused(problem('confirmation_failed', WRONG[method]));
}

async function check(
  request: FastifyRequest,
  dependencies: SessionDependencies,
  method: Method,
  { password = '', code = '', passkey = {} }: ConfirmRequest,
  device: string,
): Promise<boolean> {
  const { auth, clock } = dependencies;
  if (method === 'code') return checkAppCode(dependencies, personOf(request).accountId, code, clock.now());
  if (method === 'passkey') return checkPasskey(request, dependencies, passkey, device);
  const headers = webHeaders(request);
  const verified = await (await auth()).api.verifyPassword({ body: { password }, headers, asResponse: true });
  return verified.ok;
}

/** The library opens a session for a passkey; the session of this browser is confirmed instead. */
async function checkPasskey(
  request: FastifyRequest,
  { auth, database, publicUrl }: SessionDependencies,
  passkey: Readonly<Record<string, unknown>>,
  device: string,
): Promise<boolean> {
  // Another person's passkey proves nothing here.
  if (!(await isPasskeyOf(database, personOf(request).accountId, String(passkey.id)))) return false;
  const from = { publicUrl: publicUrl(), device };
  const call = formCall(request, from, '/passkey/verify-authentication', { response: passkey });
  const response = await (await auth()).handler(call);
  if (!response.ok) return false;
  const { session } = (await response.json()) as { session: { id: string } };
  await discardSession(database, session.id);
  return true;
}

function count(
  request: FastifyRequest,
  { database, clock }: SessionDependencies,
  method: Method,
  device: string | undefined,
): Promise<number | undefined> {
  const from = { network: networkOf(request.ip), email: personOf(request).email, device };
  return countSignIn(database, method, from, clock.now());
}

const ONE_METHOD = invalidRequest([{ path: '', message: 'send one of password, code and passkey' }]);

const WRONG: Readonly<Record<Method, string>> = {
  password: 'The password is wrong.',
  code: 'The code is wrong or was used already; enter the next one.',
  passkey: 'This passkey was not accepted.',
};
