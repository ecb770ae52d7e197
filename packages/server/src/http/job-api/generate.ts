import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FindTier } from '../../accounts/find-tier.ts';
import type { PlaceOrder } from '../../orders/place-order.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { readIdempotencyKey } from '../request/read-idempotency-key.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';
import { sendJobApiProblem } from './problem-handler.ts';
import { checkTier, orderOf, readJobRequest } from './read-order.ts';

export interface GenerateDependencies {
  readonly findTier: FindTier;
  readonly placeOrder: PlaceOrder;
}

/** POST /generate. */
export async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findTier, placeOrder }: GenerateDependencies,
): Promise<FastifyReply> {
  const idempotency = readIdempotencyKey(request.headers);
  if (!idempotency.ok) return sendJobApiProblem(reply, idempotency.problem);
  const read = readJobRequest(request.body);
  if (!read.ok) return sendJobApiProblem(reply, read.problem);

  const subject = tokenSubjectOf(request);
  const tier = await findTier(subject);
  const tierProblem = checkTier(read.value, tier);
  if (tierProblem !== undefined) return sendJobApiProblem(reply, tierProblem);

  const placed = await placeOrder(orderOf(read.value, subject.accountId, tier, idempotency.value.key));
  reply.headers(rateHeaders(placed.rate));
  if (!placed.ok) return sendJobApiProblem(reply, placed.problem);
  if (placed.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.header('cache-control', 'no-store').send(placed.value.response);
}
