import { ok, type Problem, type Result } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotencyClaim } from '../../admit/accept/stored-response.ts';
import {
  orderKey,
  type UnkeyedCall,
  type UnkeyedCalls,
  withdrawResponses,
} from '../../admit/accept/unkeyed-calls.ts';
import type { PlacedOrder } from '../../admit/accept-order.ts';
import type { CheckCallLimit } from '../../admit/check-call-limit.ts';
import type { PlaceOrder } from '../../admit/place-order.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import { type DeleteDependencies, deleteJob } from '../../jobs/retention/delete-job.ts';
import { sha256 } from '../../kernel/ids.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { readIdempotencyKey } from '../request/read-idempotency-key.ts';
import { requireStoring } from '../request/read-store-header.ts';
import { callerOf } from '../v1/authenticate-by-key.ts';
import { isRetried, sendOpenaiProblem } from './problem-handler.ts';

export interface CallDependencies extends DeleteDependencies {
  readonly catalogue: OpenCatalogue;
  readonly placeOrder: PlaceOrder;
  readonly checkCallLimit: CheckCallLimit;
  readonly unkeyedCalls: UnkeyedCalls;
}

/** A call that orders something. */
export interface Call {
  readonly accountId: string;
  /** One for each of its orders. */
  readonly claims: readonly IdempotencyClaim[];
  /** The key of a call without an Idempotency-Key. With one, the client can ask for the same orders again itself. */
  readonly unkeyed: string | undefined;
  /** Set for a client that sends no idempotency key but counts its attempts, as the openai packages do. */
  readonly attempt: UnkeyedCall | undefined;
}

/** Problem: `invalid_request`, for the headers Idempotency-Key and X-Service-Store. */
export async function openCall(
  request: FastifyRequest,
  normalized: object,
  orders: number,
  { unkeyedCalls }: CallDependencies,
): Promise<Result<Call, Problem>> {
  const read = readIdempotencyKey(request.headers);
  if (!read.ok) return read;
  const storing = requireStoring(request.headers);
  if (!storing.ok) return storing;
  const { accountId, keyId } = callerOf(request);
  const path = request.routeOptions.url?.replace(/^.*\/openai\//, '/openai/');
  const requestHash = sha256(`POST ${path} ${JSON.stringify(normalized)}`);
  const { key } = read.value;
  if (key !== undefined) {
    const further = sha256(key).toString('hex');
    const keys = Array.from({ length: orders }, (_, i) => (i === 0 ? key : orderKey(further, i)));
    return ok({ accountId, claims: claimsOf(keys, requestHash), unkeyed: undefined, attempt: undefined });
  }
  const count = /^\d{1,3}$/.exec(String(request.headers['x-stainless-retry-count']))?.[0];
  const ownHash = sha256(`${keyId} ${requestHash.toString('hex')}`);
  const call = { accountId, requestHash: ownHash, attempt: Number(count ?? 0) };
  const unkeyed = await unkeyedCalls.keyOf(call);
  const keys = Array.from({ length: orders }, (_, i) => orderKey(unkeyed, i));
  const attempt = count === undefined ? undefined : call;
  return ok({ accountId, claims: claimsOf(keys, ownHash), unkeyed, attempt });
}

function claimsOf(keys: readonly string[], requestHash: Buffer): readonly IdempotencyClaim[] {
  return keys.map((key) => ({ key, requestHash }));
}

/** Cancels jobs of a call, unless a repeated call has taken them over. Those that have not ended cost nothing. */
export async function cancelOrders(
  { accountId }: Call,
  claims: readonly IdempotencyClaim[],
  dependencies: DeleteDependencies,
): Promise<void> {
  const keys = claims.map(({ key }) => key);
  for (const jobId of await withdrawResponses(dependencies.database, accountId, keys)) {
    await deleteJob(dependencies, accountId, jobId);
  }
}

/**
 * Decides what becomes of accepted orders whose client leaves. If it has left before they were accepted, a repeated call may
 * have ordered anew by now, so they are cancelled; `false` is returned. From now on they are kept for the call that repeats
 * this one, whatever cuts this one off.
 */
export async function keepForRepeatedCall(
  reply: FastifyReply,
  call: Call,
  accepted: readonly IdempotencyClaim[],
  dependencies: CallDependencies,
): Promise<boolean> {
  const { claims, unkeyed } = call;
  if (unkeyed === undefined) return true;
  if (reply.raw.destroyed && accepted.length === claims.length) {
    await cancelOrders(call, claims, dependencies);
    return false;
  }
  if (reply.raw.destroyed) await abandonCall(reply, call, dependencies);
  reply.raw.once('close', () => reply.raw.writableFinished || void abandonCall(reply, call, dependencies));
  return true;
}

/** The next call with the same request gets the orders of this one, whose response does not have them. */
export async function abandonCall(
  reply: FastifyReply,
  { accountId, unkeyed }: Call,
  { unkeyedCalls }: CallDependencies,
): Promise<void> {
  if (unkeyed === undefined) return;
  await unkeyedCalls.abandon(accountId, unkeyed).catch((error: unknown) => {
    reply.log.warn({ err: error }, 'a call that was cut off cannot be recognised when it is repeated');
  });
}

/** Responds to a call with an error. The packages then repeat it, as a new order. */
export async function refuseCall(
  reply: FastifyReply,
  { attempt }: Call,
  rejection: Problem,
  { unkeyedCalls }: CallDependencies,
): Promise<FastifyReply> {
  if (attempt !== undefined && isRetried(rejection)) await unkeyedCalls.refuse(attempt);
  return sendOpenaiProblem(reply, rejection);
}

/** Responds to a call none of whose orders was accepted. One that is not sold was not counted yet. */
export function refuseOrder(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  { problem, isUnsold }: Pick<Extract<PlacedOrder, { ok: false }>, 'problem' | 'isUnsold'>,
  dependencies: CallDependencies,
): Promise<FastifyReply> {
  return isUnsold === true
    ? refuseUnreadable(request, reply, problem, dependencies)
    : refuseCall(reply, call, problem, dependencies);
}

/** Responds to a request that cannot be read. Like every call, it gets a 429 beyond the call limit. */
export async function refuseUnreadable(
  request: FastifyRequest,
  reply: FastifyReply,
  rejection: Problem,
  { checkCallLimit }: CallDependencies,
): Promise<FastifyReply> {
  const limit = await checkCallLimit({ accountId: callerOf(request).accountId, interface: 'v1' });
  reply.headers(rateHeaders(limit.rate));
  return sendOpenaiProblem(reply, limit.ok ? rejection : limit.problem);
}

/** Aborted when the client has closed the connection. */
export function clientLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (reply.raw.destroyed) left.abort();
  reply.raw.once('close', () => left.abort());
  return left.signal;
}
