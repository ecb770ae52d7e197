import {
  type CreatedCode,
  endCodeBodySchema,
  invalidField,
  newCodeBodySchema,
  type OperatorCodes,
  ok,
  problem,
  refused,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { createCode, endCode, listCodes } from '../../../grants/change-codes.ts';
import { CODE_RULE, drawCode, nameCode } from '../../../grants/grant-code.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { recordAction } from '../../../operator/operator-action.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { operatorOf, sendAction } from './acting-operator.ts';

interface CodeRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const SHOWN = 500;
const GONE = problem('changed_meanwhile', 'There is no such code. Reload the page.');

/** GET /codes, POST /codes and POST /codes/end. */
export function codeRoutes(routes: FastifyInstance, { database, clock }: CodeRouteDependencies): void {
  routes.get('/codes', async (_request, reply) => reply.send(await viewCodes(database, clock.now())));

  routes.post('/codes', async (request, reply) => {
    const body = readBody(newCodeBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { code: typed, amount_cents: amountCents, uses, grant_days: grantDays, reason } = body.value;
    const at = clock.now();
    const code = typed === undefined ? drawCode() : nameCode(typed);
    if (code === undefined) return sendProblem(reply, invalidField('code', `must have ${CODE_RULE}`));
    const expiresAt = body.value.expires_at === null ? null : new Date(body.value.expires_at);
    if (expiresAt !== null && expiresAt <= at) {
      return sendProblem(reply, invalidField('expires_at', 'must be in the future'));
    }
    const created = await database.transaction(async (tx) => {
      if (!(await createCode(tx, { code, amountCents, uses, expiresAt, grantDays }, at))) return undefined;
      const details = {
        grant_code: code,
        amount_cents: amountCents,
        uses,
        ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
        ...(grantDays !== null && { grant_days: grantDays }),
        reason,
      };
      const action = { kind: 'code_created', accountId: null, details } as const;
      return recordAction(tx, operatorOf(request), action, at);
    });
    if (created === undefined) {
      const message = 'has the letters of a code that exists; choose another one';
      return sendProblem(reply, invalidField('code', message));
    }
    return sendAction(request, reply, ok(created), (): CreatedCode => ({ code }));
  });

  routes.post('/codes/end', async (request, reply) => {
    const body = readBody(endCodeBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const at = clock.now();
    const ended = await database.transaction(async (tx) => {
      const code = await endCode(tx, body.value.code, at);
      if (code === undefined) return undefined;
      const details = { grant_code: code, reason: body.value.reason };
      return recordAction(tx, operatorOf(request), { kind: 'code_ended', accountId: null, details }, at);
    });
    return sendAction(request, reply, ended === undefined ? refused(GONE) : ok(ended));
  });
}

async function viewCodes(database: Database, at: Date): Promise<OperatorCodes> {
  const codes = await listCodes(database, SHOWN);
  return {
    at: at.toISOString(),
    codes: codes.map(({ amountCents, expiresAt, grantDays, createdAt, endedAt, ...code }) => ({
      ...code,
      amount_cents: amountCents,
      expires_at: expiresAt?.toISOString() ?? null,
      grant_days: grantDays,
      created_at: createdAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    })),
  };
}
