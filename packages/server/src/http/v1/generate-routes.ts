import type { Problem, Result } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlacedOrder } from '../../admit/accept-order.ts';
import type { CheckCallLimit } from '../../admit/check-call-limit.ts';
import type { PlaceOrder } from '../../admit/place-order.ts';
import type { WaitLimitOf } from '../connections/wait-limit.ts';
import { sendProblem } from '../problem-handler.ts';
import { UPLOAD_LIMIT_BYTES } from '../request/body-limits.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { releaseBody } from '../request/receive-body.ts';
import { callerOf } from './authenticate-by-key.ts';
import {
  type ReadOrderDependencies,
  type ReadRequest,
  readImageRequest,
  readOrder,
  readVideoRequest,
} from './read-order.ts';
import { type InlineDependencies, sendResultInline } from './send-result-inline.ts';

export interface GenerateDependencies extends InlineDependencies, ReadOrderDependencies {
  readonly placeOrder: PlaceOrder;
  readonly checkCallLimit: CheckCallLimit;
  readonly waitLimitOf: WaitLimitOf;
}

/** POST /images/generate and POST /videos/generate. */
export function generateRoutes(routes: FastifyInstance, dependencies: GenerateDependencies): void {
  routes.post('/images/generate', { config: { scope: 'generate' } }, (request, reply) =>
    generate(request, reply, readImageRequest, dependencies),
  );
  const video = { bodyLimit: UPLOAD_LIMIT_BYTES, config: { scope: 'generate' } } as const;
  routes.post('/videos/generate', video, (request, reply) =>
    generate(request, reply, readVideoRequest, dependencies),
  );
}

async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  readRequest: ReadRequest,
  dependencies: GenerateDependencies,
): Promise<FastifyReply> {
  const placed = await placeRequested(request, readRequest, dependencies);
  reply.headers(rateHeaders(placed.rate));
  if (!placed.ok) return sendProblem(reply, placed.problem);
  const { answer, replayed, ephemeral } = placed.value;
  if (ephemeral !== undefined) {
    // The call may wait for minutes, and its image is no longer needed.
    releaseBody(request);
    return sendResultInline(reply, ephemeral, dependencies, dependencies.waitLimitOf(request));
  }
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.send(answer);
}

/** A function of its own, so that the order and its image are not kept while the call waits for its result. */
async function placeRequested(
  request: FastifyRequest,
  readRequest: ReadRequest,
  dependencies: GenerateDependencies,
): Promise<PlacedOrder> {
  const { placeOrder, checkCallLimit, waitLimitOf } = dependencies;
  const order = await readOrder(request, readRequest, dependencies);
  if (order.ok) {
    const waitLimitSeconds = order.value.zeroRetention ? waitLimitOf(request) : undefined;
    const placed = await placeOrder({ ...order.value, waitLimitSeconds });
    if (placed.ok || placed.isUnsold !== true) return placed;
    return limited(placed, request, checkCallLimit);
  }
  return limited(order, request, checkCallLimit);
}

/** The call limit comes before the body in the order of checks. */
async function limited(
  refusal: Extract<Result<unknown, Problem>, { ok: false }>,
  request: FastifyRequest,
  checkCallLimit: CheckCallLimit,
): Promise<PlacedOrder> {
  const limit = await checkCallLimit({ accountId: callerOf(request).accountId, interface: 'v1' });
  return limit.ok ? { ...refusal, rate: limit.rate } : limit;
}
