import type { Problem } from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import type { Database } from '../../db/database.ts';
import { redeemCode } from '../../grants/redeem-code.ts';
import type { Clock } from '../../kernel/clock.ts';
import { logSecurityEvent } from '../../security-log/security-event.ts';

/** Redeems a code for the signed-in person, with an event in the security log. Problems: those of `redeemCode`. */
export async function redeemByPerson(
  { database, effects }: { readonly database: Database; readonly effects: { readonly clock: Clock } },
  request: FastifyRequest,
  accountId: string,
  typed: string,
): Promise<Problem | undefined> {
  const redemption = { accountId, network: networkOf(request.ip), typed };
  const redeemed = await redeemCode({ database, clock: effects.clock }, redemption);
  if (!redeemed.ok) return redeemed.problem;
  logSecurityEvent(request.log, redeemed.value);
  return undefined;
}
