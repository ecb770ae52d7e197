import {
  type ConfirmMethods,
  type ConfirmRequest,
  confirmRequestSchema,
  invalidRequest,
  type Problem,
  problem,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { countSignIn, type SignInAttempt } from '../../access/sign-in-limits.ts';
import { hasFactor } from '../../accounts/decide-proof.ts';
import { checkAppCode, takeBackupCode } from '../../accounts/second-factor/authenticator-app.ts';
import { isPasskeyOf } from '../../accounts/second-factor/second-factors.ts';
import { confirmSession, discardSession } from '../../accounts/sessions.ts';
import type { SignedIn } from '../../accounts/signed-in.ts';
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

export type ConfirmMethod = keyof ConfirmRequest;

/**
 * Confirming who is at the browser, after `recent_sign_in_required` or `second_factor_required`: by a second factor of
 * the account, or by the password if it has none. Each is counted like at sign-in.
 */
export function confirmRoutes(routes: FastifyInstance, dependencies: SessionDependencies): void {
  const { auth, publicUrl } = dependencies;
  const asks = { config: { asks: 'session' } } as const;

  routes.get('/confirm', async (request, reply) => {
    const { ownFactors } = personOf(request);
    const view: ConfirmMethods = {
      password: !hasFactor(ownFactors),
      code: ownFactors.app,
      backup_code: ownFactors.app,
      passkey: ownFactors.passkey,
    };
    return reply.send(view);
  });

  routes.post('/confirm/passkey-options', asks, async (request, reply) => {
    const person = personOf(request);
    const wait = await count(request, dependencies, person, 'passkey', undefined);
    if (wait !== undefined) return sendProblem(reply, tooManyAttempts(wait));
    const from = { publicUrl: publicUrl() };
    const response = await (await auth()).handler(
      formCall(request, from, '/passkey/generate-authenticate-options'),
    );
    copyCookies(reply, response.headers);
    return reply.send(await response.json());
  });

  routes.post('/confirm', asks, async (request, reply) => {
    const body = readBody(confirmRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const [method, ...others] = Object.keys(body.value) as ConfirmMethod[];
    if (method === undefined || others.length > 0) return sendProblem(reply, ONE_METHOD);
    const unproven = await prove(request, reply, dependencies, personOf(request), method, body.value);
    return unproven === undefined ? reply.code(204).send() : sendProblem(reply, unproven);
  });
}

/**
 * Checks the proof and, if it is right, notes it in the session. Problems: `second_factor_required` for a password where
 * only a second factor proves anything, `rate_limited`, `confirmation_failed`.
 */
export async function prove(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: SessionDependencies,
  person: SignedIn,
  method: ConfirmMethod,
  proof: ConfirmRequest,
): Promise<Problem | undefined> {
  const { database, clock } = dependencies;
  const { accountId, sessionId, ownFactors } = person;
  if (method === 'password' && hasFactor(ownFactors)) return NO_PASSWORD;
  const network = networkOf(request.ip);
  const device = keepDevice(request, reply, dependencies.publicUrl());
  const wait = await count(request, dependencies, person, ATTEMPTS[method], device);
  if (wait !== undefined) return tooManyAttempts(wait);
  const isRight = await check(request, dependencies, person, { ...proof, method }, device);
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
  return isRight ? undefined : problem('confirmation_failed', WRONG[method]);
}

async function check(
  request: FastifyRequest,
  dependencies: SessionDependencies,
  { accountId }: SignedIn,
  {
    method,
    password = '',
    code = '',
    backup_code: backupCode = '',
    passkey = {},
  }: ConfirmRequest & { readonly method: ConfirmMethod },
  device: string,
): Promise<boolean> {
  const { auth, clock } = dependencies;
  if (method === 'code') return checkAppCode(dependencies, accountId, code, clock.now());
  if (method === 'backup_code') return takeBackupCode(dependencies, accountId, backupCode, clock.now());
  if (method === 'passkey') return checkPasskey(request, dependencies, accountId, passkey, device);
  const headers = webHeaders(request);
  const verified = await (await auth()).api.verifyPassword({ body: { password }, headers, asResponse: true });
  return verified.ok;
}

/** The library opens a session for a passkey; the session of this browser is confirmed instead. */
async function checkPasskey(
  request: FastifyRequest,
  { auth, database, publicUrl }: SessionDependencies,
  accountId: string,
  passkey: Readonly<Record<string, unknown>>,
  device: string,
): Promise<boolean> {
  // Another person's passkey proves nothing here.
  if (!(await isPasskeyOf(database, accountId, String(passkey.id)))) return false;
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
  { email }: SignedIn,
  attempt: SignInAttempt,
  device: string | undefined,
): Promise<number | undefined> {
  const from = { network: networkOf(request.ip), email, device };
  return countSignIn(database, attempt, from, clock.now());
}

const ONE_METHOD = invalidRequest([
  { path: '', message: 'send one of password, code, backup_code and passkey' },
]);

const NO_PASSWORD = problem(
  'second_factor_required',
  'Your account has a second factor, which a password does not replace; confirm with that.',
);

/** The limit that each counts towards. */
const ATTEMPTS: Readonly<Record<ConfirmMethod, SignInAttempt>> = {
  password: 'password',
  code: 'code',
  backup_code: 'code',
  passkey: 'passkey',
};

const WRONG: Readonly<Record<ConfirmMethod, string>> = {
  password: 'The password is wrong.',
  code: 'The code is wrong or was used already; enter the next one.',
  backup_code: 'The backup code is wrong or was used already; enter another.',
  passkey: 'This passkey was not accepted.',
};
