import {
  type AcceptedJobApiJob,
  type JobType,
  moveOrderSchema,
  type PayWith,
  type Problem,
  problem,
  resumeOrderSchema,
  type StudioOrder,
  type WaitingOrders,
  type WaitingOrderView,
} from '@kinora/contract';
import { readUploadSize } from '@kinora/media/uploads/read-upload-size';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountSuspended } from '../../../access/refused-account.ts';
import type { FindStanding } from '../../../accounts/find-standing.ts';
import {
  cancelWaiting,
  moveWaiting,
  resumeWaiting,
  type WaitingDependencies,
} from '../../../admit/waiting/change-waiting.ts';
import { type OrderOrWaitDependencies, orderOrWait } from '../../../admit/waiting/order-or-wait.ts';
import { listWaiting, readHold, type WaitingOrder } from '../../../admit/waiting/waiting-order.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import { tierRuleOf } from '../../../catalogue/tiers.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { readId } from '../../../kernel/ids.ts';
import { accountMissing } from '../../job-api/generate.ts';
import { orderOf, readJobRequest } from '../../job-api/read-order.ts';
import { sendProblem } from '../../problem-handler.ts';
import { UPLOAD_LIMIT_BYTES } from '../../request/body-limits.ts';
import { hashRequest } from '../../request/hash-request.ts';
import { readBody } from '../../request/read-body.ts';
import { invalidHeader, readIdempotencyKey } from '../../request/read-idempotency-key.ts';
import { traceparentOf } from '../../trace-orders.ts';
import { personOf } from '../session.ts';
import { priceOf } from './read-waiting.ts';

export interface OrderRouteDependencies extends OrderOrWaitDependencies, WaitingDependencies {
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
  readonly findStanding: FindStanding;
}

type OrderRoute = { Params: { orderId: string } };

const NOT_WAITING = problem(
  'not_found',
  'This order does not wait any more: it has started, or was cancelled in another tab.',
);
const BLOCKED = problem(
  'changed_meanwhile',
  'The safety check blocked this order and would block it again: change it, and cancel this one.',
);
const SESSION = { config: { asks: 'session' } } as const;

/** The orders of the studio: each is a job at once, or waits for its turn in the account's own sequence. */
export function orderRoutes(routes: FastifyInstance, dependencies: OrderRouteDependencies): void {
  const { database, clock } = dependencies;
  const path = '/studio/orders';
  routes.get(path, async (request, reply) => sendList(request, reply, dependencies));
  routes.post(path, { ...SESSION, bodyLimit: UPLOAD_LIMIT_BYTES }, (request, reply) =>
    postOrder(request, reply, dependencies),
  );
  routes.delete(path, SESSION, async (request, reply) => {
    await cancelWaiting(dependencies, personOf(request).accountId, null, clock.now());
    return reply.code(204).send();
  });
  routes.delete<OrderRoute>(`${path}/:orderId`, SESSION, async (request, reply) => {
    const id = readId(request.params.orderId);
    const { accountId } = personOf(request);
    const cancelled = id === undefined ? 0 : await cancelWaiting(dependencies, accountId, id, clock.now());
    return cancelled === 0 ? sendProblem(reply, NOT_WAITING) : reply.code(204).send();
  });
  routes.post<OrderRoute>(`${path}/:orderId/move`, SESSION, async (request, reply) => {
    const body = readBody(moveOrderSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const id = readId(request.params.orderId);
    const { accountId } = personOf(request);
    const { before } = body.value;
    const isMoved = id !== undefined && (await moveWaiting(database, accountId, { id, before }, clock.now()));
    return isMoved ? reply.code(204).send() : sendProblem(reply, NOT_WAITING);
  });
  routes.post<OrderRoute>(`${path}/:orderId/resume`, SESSION, async (request, reply) => {
    const body = readBody(resumeOrderSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const id = readId(request.params.orderId);
    const { accountId } = personOf(request);
    const resumed =
      id === undefined
        ? 'absent'
        : await resumeWaiting(database, accountId, { id, price: body.value.price }, clock.now());
    if (resumed === 'refused') return sendProblem(reply, BLOCKED);
    return resumed === 'absent' ? sendProblem(reply, NOT_WAITING) : reply.code(204).send();
  });
}

async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, catalogue, findStanding }: OrderRouteDependencies,
): Promise<FastifyReply> {
  const standing = await findStanding(personOf(request));
  if (standing === undefined) return sendProblem(reply, accountMissing);
  const { accountId, tier } = standing;
  const orders = await listWaiting(database, accountId);
  const hold = orders.length === 0 ? undefined : await readHold(database, accountId, clock.now());
  const view: WaitingOrders = {
    orders: orders.map(viewWaiting),
    max: tierRuleOf(catalogue.now(), tier).waitingOrders,
    hold: hold === undefined ? null : { message: hold.message, until: hold.until.toISOString() },
  };
  return reply.send(view);
}

/** POST /studio/orders, with the body of POST /generate, the price that was shown and an Idempotency-Key. */
async function postOrder(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: OrderRouteDependencies,
): Promise<FastifyReply> {
  const { findStanding, catalogue } = dependencies;
  const refuse = (refusal: Problem) => sendProblem(reply, refusal);
  const standing = await findStanding(personOf(request));
  if (standing === undefined) return refuse(accountMissing);
  if (standing.suspendedUntil !== undefined) return refuse(accountSuspended(standing.suspendedUntil));
  const header = readIdempotencyKey(request.headers);
  const keyed = header.ok && header.value.key === undefined ? KEY_MISSING : header;
  if (!keyed.ok) return refuse(keyed.problem);
  const read = readJobRequest(request.body);
  if (!read.ok) return refuse(read.problem);
  const price = priceOf(read.value);
  if (!price.ok) return refuse(price.problem);
  const requestHash = await hashRequest('POST /studio/orders', read.value);
  const claim = { key: keyed.value.key ?? '', requestHash };
  const order = {
    ...orderOf(read.value, catalogue.now(), standing, claim),
    traceparent: traceparentOf(request),
  };
  const { upload } = order;
  const size = upload && (await readUploadSize(upload.base64, upload.field));
  if (size?.ok === false) return refuse(size.problem);
  // As it was sent: its defaults are those of the day on which it starts.
  const { image_base64: _image, ...sent } = request.body as Readonly<Record<string, unknown>>;
  const body = { ...sent, prompt: read.value.prompt };
  const ordered = await orderOrWait(dependencies, {
    order,
    claim,
    body,
    image: upload && Buffer.from(upload.base64, 'base64'),
    max: tierRuleOf(catalogue.now(), standing.tier).waitingOrders,
  });
  if ('refusal' in ordered) return refuse(ordered.refusal);
  const view: StudioOrder =
    'waiting' in ordered
      ? { waiting: viewWaiting(ordered.waiting) }
      : { job: ordered.answer as AcceptedJobApiJob };
  return reply.send(view);
}

const KEY_MISSING = invalidHeader(
  'Idempotency-Key',
  'is required, so that an order that is sent again is one',
);

function viewWaiting({ id, body, imageKey, createdAt, ...waiting }: WaitingOrder): WaitingOrderView {
  const { pause, message, priceNow, retryAt } = waiting;
  const payWith: PayWith = body.pay_with === 'balance' ? 'balance' : 'credits';
  return {
    id,
    type: body.type as JobType,
    model: typeof body.model === 'string' ? body.model : null,
    prompt: String(body.prompt),
    negative_prompt: typeof body.negative_prompt === 'string' ? body.negative_prompt : null,
    pay_with: payWith,
    price: Number(body[payWith === 'balance' ? 'max_price_cents' : 'max_credits']),
    has_image: imageKey !== null,
    created_at: createdAt.toISOString(),
    pause:
      pause === null
        ? null
        : {
            reason: pause,
            message: message ?? '',
            price_now: priceNow,
            until: retryAt?.toISOString() ?? null,
          },
  };
}
