import { invalidRequest, newPasskeySchema, problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../../access/network.ts';
import { addedPasskey, removePasskey } from '../../../accounts/second-factor/change-passkeys.ts';
import { PASSKEYS_MAX, readSecondFactors } from '../../../accounts/second-factor/second-factors.ts';
import { readId } from '../../../kernel/ids.ts';
import { logSecurityEvent } from '../../../security-log/security-event.ts';
import { keepSession } from '../../auth/session-cookies.ts';
import { copyCookies, formCall } from '../../auth/web-request.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf, type SessionDependencies } from '../session.ts';

/** The passkeys of a person. The sign-in library makes the challenge and checks what the browser returns. */
export function passkeyRoutes(routes: FastifyInstance, dependencies: SessionDependencies): void {
  const { auth, database, clock, publicUrl } = dependencies;

  routes.post('/security/passkeys/options', async (request, reply) => {
    const { passkeys } = await readSecondFactors(database, personOf(request).accountId);
    if (passkeys >= PASSKEYS_MAX) return sendProblem(reply, TOO_MANY);
    const from = { publicUrl: publicUrl() };
    const response = await (await auth()).handler(
      formCall(request, from, '/passkey/generate-register-options'),
    );
    copyCookies(reply, response.headers);
    return reply.code(response.status).send(await response.json());
  });

  routes.post('/security/passkeys', async (request, reply) => {
    const body = readBody(newPasskeySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const from = { publicUrl: publicUrl() };
    const call = formCall(request, from, '/passkey/verify-registration', body.value);
    const response = await (await auth()).handler(call);
    copyCookies(reply, response.headers);
    if (!response.ok) return sendProblem(reply, problem('confirmation_failed', NOT_MADE));
    const owner = { ...personOf(request), network: networkOf(request.ip) };
    const { id } = (await response.json()) as { id: string };
    const added = await addedPasskey(database, owner, id, clock.now());
    if (added === undefined) return sendProblem(reply, TOO_MANY);
    logSecurityEvent(request.log, added.event);
    await keepSession(reply, auth, added.session);
    return reply.code(204).send();
  });

  routes.delete<{ Params: { id: string } }>('/security/passkeys/:id', async (request, reply) => {
    const owner = { ...personOf(request), network: networkOf(request.ip) };
    const id = readId(request.params.id);
    const removed = id === undefined ? undefined : await removePasskey(database, owner, id, clock.now());
    if (removed === undefined) return sendProblem(reply, problem('not_found', 'You have no such passkey.'));
    logSecurityEvent(request.log, removed.event);
    await keepSession(reply, auth, removed.session);
    return reply.code(204).send();
  });
}

const TOO_MANY = invalidRequest([
  { path: '', message: `there are ${PASSKEYS_MAX} passkeys already; remove one first` },
]);

const NOT_MADE =
  'The passkey was not accepted: it must check who uses it, by a fingerprint, a face or a PIN. Start again.';
