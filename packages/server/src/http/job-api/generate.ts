import { ok, type Problem, problem, type Result, type Tier } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FindTier } from '../../accounts/find-tier.ts';
import type { CheckCallLimit } from '../../orders/check-call-limit.ts';
import type { Order } from '../../orders/order.ts';
import type { PlaceOrder } from '../../orders/place-order.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { readIdempotencyKey } from '../request/read-idempotency-key.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';
import { sendJobApiProblem } from './problem-handler.ts';
import { orderOf, readJobRequest } from './read-order.ts';

export interface GenerateDependencies {
  readonly findTier: FindTier;
  readonly placeOrder: PlaceOrder;
  readonly checkCallLimit: CheckCallLimit;
}

/** POST /generate. */
export async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findTier, placeOrder, checkCallLimit }: GenerateDependencies,
): Promise<FastifyReply> {
  const subject = tokenSubjectOf(request);
  const tier = await findTier(subject);
  if (tier === undefined) return sendJobApiProblem(reply, accountMissing);
  const order = readOrder(request, subject.accountId, tier);
  if (!order.ok) {
    const limit = await checkCallLimit({ accountId: subject.accountId, jobApi: {} });
    reply.headers(rateHeaders(limit.rate));
    return sendJobApiProblem(reply, limit.ok ? order.problem : limit.problem);
  }
  const placed = await placeOrder(order.value);
  reply.headers(rateHeaders(placed.rate));
  if (!placed.ok) return sendJobApiProblem(reply, placed.problem);
  if (placed.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.header('cache-control', 'no-store').send(placed.value.response);
}

/** The response to an access token that is valid, but whose account was deleted. */
export const accountMissing: Problem = problem(
  'sign_in_required',
  'The account of this access token does not exist any more; sign in again.',
);

/** Problems: `invalid_request`, `age_verification_required`, `tier_required`. */
function readOrder(request: FastifyRequest, accountId: string, tier: Tier): Result<Order, Problem> {
  const idempotency = readIdempotencyKey(request.headers);
  if (!idempotency.ok) return idempotency;
  const read = readJobRequest(request.body, tier);
  if (!read.ok) return read;
  return ok(orderOf(read.value, accountId, tier, idempotency.value.key));
}
