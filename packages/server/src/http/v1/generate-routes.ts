import type { Problem, Result } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CheckCallLimit } from '../../orders/check-call-limit.ts';
import type { PlaceOrder } from '../../orders/place-order.ts';
import { sendProblem } from '../problem-handler.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { callerOf } from './authenticate-by-key.ts';
import { type RequestedMedia, readImageRequest, readOrder, readVideoRequest } from './read-order.ts';
import { type InlineDependencies, sendResultInline } from './send-result-inline.ts';

export interface GenerateDependencies extends InlineDependencies {
  readonly placeOrder: PlaceOrder;
  readonly checkCallLimit: CheckCallLimit;
}

/** POST /images/generate and POST /videos/generate. */
export function generateRoutes(routes: FastifyInstance, dependencies: GenerateDependencies): void {
  routes.post('/images/generate', (request, reply) =>
    generate(request, reply, readImageRequest, dependencies),
  );
  routes.post('/videos/generate', (request, reply) =>
    generate(request, reply, readVideoRequest, dependencies),
  );
}

async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  readRequest: (body: unknown) => Result<RequestedMedia, Problem>,
  dependencies: GenerateDependencies,
): Promise<FastifyReply> {
  const order = readOrder(request, readRequest);
  if (!order.ok) {
    const { accountId } = callerOf(request);
    const limit = await dependencies.checkCallLimit({ accountId, jobApi: null });
    return sendProblem(reply.headers(rateHeaders(limit.rate)), limit.ok ? order.problem : limit.problem);
  }
  const placed = await dependencies.placeOrder(order.value);
  reply.headers(rateHeaders(placed.rate));
  if (!placed.ok) return sendProblem(reply, placed.problem);
  const { response, replayed, ephemeral } = placed.value;
  if (ephemeral !== undefined) return sendResultInline(reply, ephemeral, dependencies);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.send(response);
}
