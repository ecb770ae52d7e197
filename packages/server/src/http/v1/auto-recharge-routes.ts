import { autoRechargeRequestSchema, invalidRequest } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { readBalance } from '../../funding/read-balance.ts';
import { changeAutoRecharge } from '../../payments/auto-recharge/change-auto-recharge.ts';
import type { PaymentEffects } from '../../payments/payment-effects.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { callerOf, settingChangesBy } from './authenticate-by-key.ts';

export interface AutoRechargeDependencies {
  readonly database: Database;
  readonly effects: PaymentEffects;
}

/** POST /me/balance/auto-recharge. Returns the balance, as GET /me/balance does. */
export function autoRechargeRoutes(
  routes: FastifyInstance,
  { database, effects }: AutoRechargeDependencies,
): void {
  routes.post('/me/balance/auto-recharge', async (request, reply) => {
    const read = readBody(autoRechargeRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { enabled, amount_usd: amountUsd } = read.value;
    if (enabled && amountUsd === undefined) {
      return sendProblem(
        reply,
        invalidRequest([{ path: 'amount_usd', message: 'is required to turn it on' }]),
      );
    }
    const { accountId } = callerOf(request);
    const changes = settingChangesBy(request, effects.clock);
    const problem = await changeAutoRecharge(
      database,
      effects,
      accountId,
      enabled ? (amountUsd ?? null) : null,
      changes.note,
    );
    changes.log();
    if (problem !== undefined) return sendProblem(reply, problem);
    return reply
      .header('cache-control', 'no-store')
      .send(await readBalance(database, accountId, effects.clock.now()));
  });
}
