import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountSuspended } from '../../access/account-suspended.ts';
import type { FindStanding } from '../../accounts/find-standing.ts';
import type { PlaceOrder } from '../../orders/place-order.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { readIdempotencyKey } from '../request/read-idempotency-key.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';
import { sendJobApiProblem } from './problem-handler.ts';
import { checkTier, orderOf, readJobRequest } from './read-order.ts';

export interface GenerateDependencies {
  readonly findStanding: FindStanding;
  readonly placeOrder: PlaceOrder;
}

/** POST /generate. */
export async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findStanding, placeOrder }: GenerateDependencies,
): Promise<FastifyReply> {
  const standing = await findStanding(tokenSubjectOf(request));
  if (standing.suspendedUntil !== undefined) {
    return sendJobApiProblem(reply, accountSuspended(standing.suspendedUntil));
  }
  const idempotency = readIdempotencyKey(request.headers);
  if (!idempotency.ok) return sendJobApiProblem(reply, idempotency.problem);
  const read = readJobRequest(request.body);
  if (!read.ok) return sendJobApiProblem(reply, read.problem);

  const tierProblem = checkTier(read.value, standing.tier);
  if (tierProblem !== undefined) return sendJobApiProblem(reply, tierProblem);

  const placed = await placeOrder(orderOf(read.value, standing, idempotency.value.key));
  reply.headers(rateHeaders(placed.rate));
  if (!placed.ok) return sendJobApiProblem(reply, placed.problem);
  if (placed.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.header('cache-control', 'no-store').send(placed.value.response);
}
