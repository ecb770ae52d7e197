import { assert, ok, type Problem, type Result, refused } from '@kinora/contract';
import type { RateState } from '../../admit/accept/decide-limits.ts';
import type { IdempotencyClaim } from '../../admit/accept/stored-response.ts';
import type { PlacedOrder } from '../../admit/accept-order.ts';
import type { Order } from '../../admit/order.ts';
import { type Call, type CallDependencies, cancelOrders } from './call.ts';

/** The jobs of a call in the order of its orders. */
interface PlacedCall {
  readonly jobIds: readonly string[];
  /** The orders that had not been accepted before. */
  readonly accepted: readonly IdempotencyClaim[];
}

/**
 * Places all orders of a call or none. The first is placed alone: what the prompt check rejects then counts once. The others
 * are placed together, so that they share a transaction; if one of them is refused, those that were accepted now are
 * cancelled before the response. Problems: those of `PlaceOrder`.
 */
export async function placeOrders(
  call: Call,
  order: Omit<Order, 'idempotency'>,
  dependencies: CallDependencies,
): Promise<Result<PlacedCall, Problem> & Pick<PlacedOrder, 'rate' | 'isUnsold'>> {
  const place = (idempotency: IdempotencyClaim) => dependencies.placeOrder({ ...order, idempotency });
  const [first, ...others] = call.claims;
  assert(first !== undefined, 'a call has an order');
  const placedFirst = await place(first);
  if (!placedFirst.ok) return placedFirst;
  // Every one has ended when some are cancelled: one that is accepted later would be paid for nothing.
  const ends = await Promise.allSettled([placedFirst, ...others.map(place)]);
  const jobIds: string[] = [];
  const accepted: IdempotencyClaim[] = [];
  let rate: RateState | undefined;
  let refusal: PlacedOrder | undefined;
  for (const [at, end] of ends.entries()) {
    const placed = end.status === 'fulfilled' ? end.value : undefined;
    // What has thrown may have been accepted.
    if (!(placed?.ok && placed.value.replayed)) accepted.push(...call.claims.slice(at, at + 1));
    if (placed?.ok) jobIds.push(placed.value.answer.job_id);
    else refusal ??= placed;
    rate = placed?.rate ?? rate;
  }
  if (jobIds.length === ends.length) return { ...ok({ jobIds, accepted }), rate };
  await cancelOrders(call, accepted, dependencies);
  const thrown = ends.find((end) => end.status === 'rejected');
  if (thrown !== undefined) throw thrown.reason;
  assert(refusal !== undefined && !refusal.ok, 'an order was refused');
  return { ...refused(refusal.problem), rate: refusal.rate };
}
