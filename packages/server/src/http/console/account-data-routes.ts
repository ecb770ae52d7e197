import { Readable } from 'node:stream';
import { deleteAccountSchema, invalidRequest } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { countAttempt } from '../../access/attempt-window.ts';
import { networkOf } from '../../access/network.ts';
import { deleteAccount } from '../../account-data/delete-account.ts';
import { exportAccount } from '../../account-data/export-account.ts';
import { previewDeletion } from '../../account-data/preview-deletion.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import {
  insertSecurityEvent,
  logSecurityEvent,
  type SecurityEvent,
} from '../../security-log/security-event.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { checkPassword, tooManyAttempts } from './security/check-password.ts';
import { personOf, type SessionDependencies } from './session.ts';

/** It reads everything that is kept of the account. */
const EXPORTS = { kind: 'export', limit: 10, windowMs: 3_600_000 };

export interface AccountDataDependencies extends SessionDependencies {
  readonly catalogue: OpenCatalogue;
}

/** The export of one's data, and the deletion of the account. */
export function accountDataRoutes(routes: FastifyInstance, dependencies: AccountDataDependencies): void {
  const { database, clock, catalogue } = dependencies;

  // A download cannot ask who it is, so the page asks here first.
  routes.post('/data/export', async (_request, reply) => reply.code(204).send());

  routes.get('/data/export', { config: { asks: 'recent_proof' } }, async (request, reply) => {
    const { accountId } = personOf(request);
    const at = clock.now();
    const wait = await countAttempt(database, EXPORTS, accountId, at);
    if (wait !== undefined) return sendProblem(reply, tooManyAttempts(wait));
    const event: SecurityEvent = { kind: 'data_exported', accountId, network: networkOf(request.ip) };
    await insertSecurityEvent(database, event, at);
    logSecurityEvent(request.log, event);
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="kinora-${at.toISOString().slice(0, 10)}.json"`,
      })
      .send(Readable.from(exportAccount(database, accountId, at), { objectMode: false }));
  });

  routes.get('/data/deletion', async (request, reply) =>
    reply.send(await previewDeletion(database, catalogue.now(), personOf(request).accountId, clock.now())),
  );

  routes.post('/data/deletion', { config: { asks: 'own_factor' } }, async (request, reply) => {
    const body = readBody(deleteAccountSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { password, email: typed, forfeit_balance_cents: forfeitCents } = body.value;
    const { accountId, email } = personOf(request);
    if (typed.trim().toLowerCase() !== email) {
      return sendProblem(reply, invalidRequest([{ path: 'email', message: 'must be your address' }]));
    }
    const unproven = await checkPassword(request, reply, dependencies, password);
    if (unproven !== undefined) return sendProblem(reply, unproven);
    const deletion = { accountId, email, network: networkOf(request.ip), forfeitCents };
    const deleted = await deleteAccount(database, deletion, clock.now());
    if (!deleted.ok) return sendProblem(reply, deleted.problem);
    if (deleted.value !== undefined) logSecurityEvent(request.log, deleted.value);
    return reply.code(204).send();
  });
}
