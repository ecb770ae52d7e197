import { type Problem, problem } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../access/network.ts';
import { waitInWords } from '../../../kernel/time-in-words.ts';
import {
  insertSecurityEvent,
  logSecurityEvent,
  type SecurityEvent,
} from '../../../security-log/security-event.ts';
import { keepDevice } from '../../auth/device-cookie.ts';
import { webHeaders } from '../../auth/web-request.ts';
import { countAttemptOf } from '../../pages/count-attempt.ts';
import { personOf, type SessionDependencies } from '../session.ts';

/**
 * Checks the password of who is signed in; counted and recorded like one at sign-in. Problems: `rate_limited`,
 * `confirmation_failed`.
 */
export async function checkPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: SessionDependencies,
  password: string,
): Promise<Problem | undefined> {
  const { auth, database, clock, publicUrl } = dependencies;
  const { accountId, email } = personOf(request);
  const device = keepDevice(request, reply, publicUrl());
  const wait = await countAttemptOf(request, dependencies, 'password', { email, device });
  if (wait !== undefined) return tooManyAttempts(wait);
  const headers = webHeaders(request);
  const verified = await (await auth()).api.verifyPassword({ body: { password }, headers, asResponse: true });
  if (verified.ok) return undefined;
  const network = networkOf(request.ip);
  const event: SecurityEvent = { kind: 'sign_in_failed', accountId, network, details: { in_session: true } };
  await insertSecurityEvent(database, event, clock.now());
  logSecurityEvent(request.log, event);
  return problem('confirmation_failed', 'The password is wrong.');
}

/** A 429 for attempts to prove who one is. */
export function tooManyAttempts(waitSeconds: number): Problem {
  const message = `Too many attempts; retry in ${waitInWords(waitSeconds)}.`;
  return { ...problem('rate_limited', message), retryAfterSeconds: waitSeconds };
}
