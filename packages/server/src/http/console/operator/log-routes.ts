import { type AuditLog, auditLogQuerySchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { readPage } from '../../../kernel/read-page.ts';
import { findAccount } from '../../../operator/search-accounts.ts';
import { searchEvents } from '../../../security-log/search-events.ts';
import { securityEventKinds } from '../../../security-log/security-event.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readQuery } from '../../request/read-query.ts';

const NONE: AuditLog = { events: [], kinds: [...securityEventKinds] };

/** GET /log: the audit log, the latest event first. */
export function logRoutes(routes: FastifyInstance, { database }: { readonly database: Database }): void {
  routes.get('/log', async (request, reply) => {
    const query = readQuery(auditLogQuerySchema, request);
    if (!query.ok) return sendProblem(reply, query.problem);
    const { kind, account = '', network, from, to, limit, cursor } = query.value;
    const accountId = account === '' ? undefined : await findAccount(database, account);
    if (account !== '' && accountId === undefined) return reply.send(NONE);
    const search = {
      kind: kind === '' ? undefined : kind,
      accountId,
      network: network === '' ? undefined : network,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      before: cursor === undefined ? undefined : Number(cursor),
    };
    const { shown, next } = await readPage(limit, (rows) =>
      searchEvents(database, { ...search, limit: rows }),
    );
    const page: AuditLog = {
      ...NONE,
      events: shown.map((event) => ({
        id: event.id,
        at: event.at.toISOString(),
        kind: event.kind,
        account_id: event.accountId,
        email: event.email,
        operator_email: event.operatorEmail,
        network: event.network,
        details: event.details,
      })),
      ...next,
    };
    return reply.send(page);
  });
}
