import type { Problem } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { Answer, IdempotencyClaim } from '../accept/stored-response.ts';
import type { Order } from '../order.ts';
import type { PlaceOrder } from '../place-order.ts';
import { addWaiting } from './add-waiting.ts';
import { decideFate, type Fate } from './decide-fate.ts';
import type { WaitingOrder } from './waiting-order.ts';

export interface OrderOrWaitDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly placeOrder: PlaceOrder;
}

export interface StudioRequest {
  /** With the claim. */
  readonly order: Order;
  readonly claim: IdempotencyClaim;
  /** The body of the request without its image. */
  readonly body: WaitingOrder['body'];
  readonly image: Uint8Array | undefined;
  /** How many orders of the account may wait. */
  readonly max: number;
}

export type Ordered =
  | { readonly answer: Answer }
  | { readonly waiting: WaitingOrder }
  | { readonly refusal: Problem };

/**
 * Places an order at once if no other one of the account waits for its turn and it is accepted now. Otherwise it waits: behind
 * the others, for room, or for a yes to its price or for money; what would be refused again, as for its content, is refused.
 * A request that is repeated with its key gets the same job, or the order that waits.
 */
export async function orderOrWait(
  dependencies: OrderOrWaitDependencies,
  request: StudioRequest,
): Promise<Ordered> {
  const { order } = request;
  const { database, clock } = dependencies;
  const { accountId } = order;
  const { claim, body, image, max } = request;
  let fate: Fate | undefined;
  if (!(await hasWaiting(database, accountId, claim.key))) {
    const placed = await dependencies.placeOrder(order);
    if (placed.ok) return { answer: placed.value.answer };
    fate = decideFate(placed);
    if (max === 0 || isFinal(fate)) return { refusal: placed.problem };
  }
  const added = await addWaiting(dependencies, { accountId, claim, body, image, fate, max }, clock.now());
  if (added !== 'answered') return 'code' in added ? { refusal: added } : { waiting: added };
  const replayed = await dependencies.placeOrder(order);
  return replayed.ok ? { answer: replayed.value.answer } : { refusal: replayed.problem };
}

/** Waiting would not help: the person changes the order. */
const isFinal = (fate: Fate): boolean =>
  fate.kind === 'pause' && (fate.reason === 'content' || fate.reason === 'refused');

/** Whether an order of the account waits for its turn, or this one waits in any state. */
async function hasWaiting(database: Database, accountId: string, key: string): Promise<boolean> {
  const waiting = await database.query(
    'select from waiting_orders where account_id = $1 and (pause is null or key = $2) limit 1',
    [accountId, key],
  );
  return waiting.length > 0;
}
