import { changeEmailSchema, changePasswordSchema, type EmailChange, problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../../access/network.ts';
import { requestEmailChange } from '../../../accounts/change-email.ts';
import { changePassword } from '../../../accounts/change-password.ts';
import {
  insertSecurityEvent,
  logSecurityEvent,
  type SecurityEvent,
} from '../../../security-log/security-event.ts';
import { keepDevice } from '../../auth/device-cookie.ts';
import { webHeaders } from '../../auth/web-request.ts';
import { countAttemptOf } from '../../pages/count-attempt.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf, requireRecentSignIn } from '../session.ts';
import { sendTooMany } from './app-routes.ts';
import type { SecurityDependencies } from './security-routes.ts';

/** What a person signs in with. */
export function passwordAndEmailRoutes(routes: FastifyInstance, dependencies: SecurityDependencies): void {
  const { auth, database, clock, publicUrl } = dependencies;

  routes.post('/password', async (request, reply) => {
    const body = readBody(changePasswordSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId, sessionId, email } = personOf(request);
    const network = networkOf(request.ip);
    const device = keepDevice(request, reply, publicUrl());
    const wait = await countAttemptOf(request, dependencies, 'password', { email, device });
    if (wait !== undefined) return sendTooMany(reply, wait);
    const { current_password: password, new_password: newPassword } = body.value;
    const headers = webHeaders(request);
    const verified = await auth().api.verifyPassword({ body: { password }, headers, asResponse: true });
    if (!verified.ok) {
      const details = { in_session: true };
      const event: SecurityEvent = { kind: 'sign_in_failed', accountId, network, details };
      await insertSecurityEvent(database, event, clock.now());
      logSecurityEvent(request.log, event);
      return sendProblem(reply, problem('confirmation_failed', 'The current password is wrong.'));
    }
    const change = { accountId, sessionId, device, network, newPassword };
    logSecurityEvent(request.log, await changePassword(dependencies, change, clock.now()));
    return reply.code(204).send();
  });

  routes.post('/email', { preHandler: requireRecentSignIn }, async (request, reply) => {
    const body = readBody(changeEmailSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId, email } = personOf(request);
    const wait = await countAttemptOf(request, dependencies, 'email', { email, device: undefined });
    if (wait !== undefined) return sendTooMany(reply, wait);
    const change = { accountId, email, newEmail: body.value.email, network: networkOf(request.ip) };
    const changed = await requestEmailChange(dependencies, change, clock.now());
    if (!changed.ok) return sendProblem(reply, changed.problem);
    if (changed.value !== undefined) logSecurityEvent(request.log, changed.value);
    return reply.send({ pending: changed.value === undefined } satisfies EmailChange);
  });
}
