import { ok, type Problem, problem, type Result } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountSuspended } from '../../access/refused-account.ts';
import type { FindStanding, Standing } from '../../accounts/find-standing.ts';
import type { CheckCallLimit } from '../../admit/check-call-limit.ts';
import type { Order } from '../../admit/order.ts';
import type { PlaceOrder } from '../../admit/place-order.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import { hashRequest } from '../request/hash-request.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { readIdempotencyKey } from '../request/read-idempotency-key.ts';
import { requireStoring } from '../request/read-store-header.ts';
import { traceparentOf } from '../trace-orders.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';
import { sendJobApiProblem } from './problem-handler.ts';
import { orderOf, readJobRequest } from './read-order.ts';

export interface GenerateDependencies {
  readonly findStanding: FindStanding;
  readonly placeOrder: PlaceOrder;
  readonly checkCallLimit: CheckCallLimit;
  readonly catalogue: OpenCatalogue;
}

/** POST /generate. */
export async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findStanding, placeOrder, checkCallLimit, catalogue }: GenerateDependencies,
): Promise<FastifyReply> {
  const standing = await findStanding(tokenSubjectOf(request));
  if (standing === undefined) return sendJobApiProblem(reply, accountMissing);
  const { accountId, suspendedUntil } = standing;
  if (suspendedUntil !== undefined) return sendJobApiProblem(reply, accountSuspended(suspendedUntil));
  const order = await readOrder(request, standing, catalogue.now());
  const placed = order.ok ? await placeOrder(order.value) : { ...order, isUnsold: true, rate: undefined };
  if (!placed.ok && placed.isUnsold === true) {
    const limit = await checkCallLimit({ accountId, interface: 'job_api' });
    reply.headers(rateHeaders(limit.rate));
    return sendJobApiProblem(reply, limit.ok ? placed.problem : limit.problem);
  }
  reply.headers(rateHeaders(placed.rate));
  if (!placed.ok) return sendJobApiProblem(reply, placed.problem);
  if (placed.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.header('cache-control', 'no-store').send(placed.value.answer);
}

/** The response to an access token that is valid, but whose account was deleted. */
export const accountMissing: Problem = problem(
  'sign_in_required',
  'The account of this access token no longer exists; sign in again.',
);

/** Problems: `invalid_request`, `age_verification_required`. */
async function readOrder(
  request: FastifyRequest,
  standing: Standing,
  catalogue: Catalogue,
): Promise<Result<Order, Problem>> {
  const idempotency = readIdempotencyKey(request.headers);
  if (!idempotency.ok) return idempotency;
  const storing = requireStoring(request.headers);
  if (!storing.ok) return storing;
  const read = readJobRequest(request.body);
  if (!read.ok) return read;
  const { key } = idempotency.value;
  const { pay_with: payWith, ...common } = read.value;
  // Without its default, so that a request is the same as before the field existed.
  const asked = payWith === 'credits' ? common : read.value;
  const claim = key === undefined ? null : { key, requestHash: await hashRequest('POST /generate', asked) };
  const order = orderOf(read.value, catalogue, standing, claim);
  return ok({ ...order, traceparent: traceparentOf(request) });
}
