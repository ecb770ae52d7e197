import { assert, ok, type Problem, type Result, refused } from '@kinora/contract';
import type { RateState } from '../../jobs/accept/decide-limits.ts';
import type { Order } from '../../orders/order.ts';
import { type Call, type CallDependencies, cancelCall } from './call.ts';

/** The jobs of a call in the order of its orders. */
interface PlacedCall {
  readonly jobIds: readonly string[];
  /** Whether all of them had been accepted before. */
  readonly replayed: boolean;
}

/**
 * Places all orders of a call or none. The first is placed alone: what the prompt check rejects then counts once. The others
 * are placed together, so that they share a transaction; if one of them is refused, those that were accepted are cancelled
 * before the response. Problems: those of `PlaceOrder`.
 */
export async function placeOrders(
  call: Call,
  order: Omit<Order, 'idempotency'>,
  dependencies: CallDependencies,
): Promise<Result<PlacedCall, Problem> & { readonly rate: RateState | undefined }> {
  const { placeOrder } = dependencies;
  const [first, ...others] = call.claims.map((idempotency) => ({ ...order, idempotency }));
  assert(first !== undefined, 'a call has an order');
  const placedFirst = await placeOrder(first);
  if (!placedFirst.ok) return placedFirst;
  try {
    const placed = [placedFirst, ...(await Promise.all(others.map(placeOrder)))];
    const jobIds: string[] = [];
    for (const one of placed) {
      if (!one.ok) {
        await cancelCall(call, dependencies);
        return { ...refused(one.problem), rate: one.rate };
      }
      jobIds.push(one.value.response.job_id);
    }
    const replayed = placed.every((one) => one.ok && one.value.replayed);
    return { ...ok({ jobIds, replayed }), rate: placed.at(-1)?.rate };
  } catch (error) {
    await cancelCall(call, dependencies);
    throw error;
  }
}
