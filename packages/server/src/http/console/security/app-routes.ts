import {
  type AppSecretView,
  appCodeSchema,
  type BackupCodes,
  invalidRequest,
  problem,
} from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../../access/network.ts';
import {
  issueBackupCodes,
  proveApp,
  removeApp,
  startApp,
} from '../../../accounts/second-factor/authenticator-app.ts';
import { logSecurityEvent } from '../../../security-log/security-event.ts';
import { keepSession } from '../../auth/session-cookies.ts';
import { countAttemptOf } from '../../pages/count-attempt.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf, type SessionDependencies } from '../session.ts';
import { tooManyAttempts } from './check-password.ts';

const NO_APP = invalidRequest([{ path: '', message: 'there is no authenticator app; set one up first' }]);

/** The authenticator app of a person, and its backup codes. */
export function appRoutes(routes: FastifyInstance, dependencies: SessionDependencies): void {
  const { auth, database, clock } = dependencies;
  const app = { auth, database };
  const ownerOf = (request: FastifyRequest) => ({ ...personOf(request), network: networkOf(request.ip) });

  routes.post('/security/app', async (request, reply) => {
    const started = await startApp(app, ownerOf(request), reply.server.identity.name, clock.now());
    if (started !== undefined) return reply.send(started satisfies AppSecretView);
    const message = 'there is an authenticator app already; remove it before you set up another';
    return sendProblem(reply, invalidRequest([{ path: '', message }]));
  });

  routes.post('/security/app/code', async (request, reply) => {
    const body = readBody(appCodeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const owner = ownerOf(request);
    const wait = await countAttemptOf(request, dependencies, 'code', {
      email: owner.email,
      device: undefined,
    });
    if (wait !== undefined) return sendProblem(reply, tooManyAttempts(wait));
    const proof = await proveApp(app, owner, body.value.code, clock.now());
    if (proof === 'none') return sendProblem(reply, NO_APP);
    if (proof === 'wrong') return sendProblem(reply, problem('confirmation_failed', WRONG_CODE));
    logSecurityEvent(request.log, proof.event);
    await keepSession(reply, auth, proof.session);
    return reply.send({ backup_codes: [...proof.backupCodes] } satisfies BackupCodes);
  });

  routes.delete('/security/app', async (request, reply) => {
    const removed = await removeApp(database, ownerOf(request), clock.now());
    if (removed === undefined) return sendProblem(reply, NO_APP);
    logSecurityEvent(request.log, removed.event);
    await keepSession(reply, auth, removed.session);
    return reply.code(204).send();
  });

  routes.post('/security/backup-codes', async (request, reply) => {
    const issued = await issueBackupCodes(app, ownerOf(request), clock.now());
    if (issued === undefined) return sendProblem(reply, NO_APP);
    logSecurityEvent(request.log, issued.event);
    await keepSession(reply, auth, issued.session);
    return reply.send({ backup_codes: [...issued.backupCodes] } satisfies BackupCodes);
  });
}

const WRONG_CODE =
  'The code is wrong or was used already. Enter the one that the app shows now, and check that your device has the right time.';
