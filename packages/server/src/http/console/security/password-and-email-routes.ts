import { changeEmailSchema, changePasswordSchema, type EmailChange } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../../access/network.ts';
import { requestEmailChange } from '../../../accounts/change-email.ts';
import { changePassword } from '../../../accounts/change-password.ts';
import { logSecurityEvent } from '../../../security-log/security-event.ts';
import { keepDevice } from '../../auth/device-cookie.ts';
import { keepSession } from '../../auth/session-cookies.ts';
import { countAttemptOf } from '../../pages/count-attempt.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import { checkPassword, tooManyAttempts } from './check-password.ts';
import type { SecurityDependencies } from './security-dependencies.ts';

/** What a person signs in with. */
export function passwordAndEmailRoutes(routes: FastifyInstance, dependencies: SecurityDependencies): void {
  const { clock, publicUrl } = dependencies;

  routes.post('/password', { config: { asks: 'own_factor' } }, async (request, reply) => {
    const body = readBody(changePasswordSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId, email, sessionId } = personOf(request);
    const unproven = await checkPassword(request, reply, dependencies, body.value.current_password);
    if (unproven !== undefined) return sendProblem(reply, unproven);
    const device = keepDevice(request, reply, publicUrl());
    const network = networkOf(request.ip);
    const newPassword = body.value.new_password;
    const change = { accountId, email, sessionId, device, network, newPassword };
    const changed = await changePassword(dependencies, change, clock.now());
    if (!changed.ok) return sendProblem(reply, changed.problem);
    logSecurityEvent(request.log, changed.value.event);
    await keepSession(reply, dependencies.auth, changed.value.session);
    return reply.code(204).send();
  });

  routes.post('/email', async (request, reply) => {
    const body = readBody(changeEmailSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId, email } = personOf(request);
    const wait = await countAttemptOf(request, dependencies, 'email', { email, device: undefined });
    if (wait !== undefined) return sendProblem(reply, tooManyAttempts(wait));
    const change = { accountId, email, newEmail: body.value.email, network: networkOf(request.ip) };
    const changed = await requestEmailChange(dependencies, change, clock.now());
    if (!changed.ok) return sendProblem(reply, changed.problem);
    if (changed.value !== undefined) logSecurityEvent(request.log, changed.value);
    return reply.send({ pending: changed.value === undefined } satisfies EmailChange);
  });
}
