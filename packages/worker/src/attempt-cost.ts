import { type Lease, renderedUnits } from '@kinora/contract';
import type { RemoteOrders, RenderedMedia } from '@kinora/engine/engine';
import type { Costs } from './costs.ts';
import type { LeaseClient } from './lease-client.ts';

/** What an attempt costs the operator: nothing until something was rendered, or a renderer that bills has taken its order. */
export interface AttemptCost {
  /** The same orders; what they order, or go on with, is counted. */
  counted(orders: RemoteOrders): RemoteOrders;
  /** Something was made, whatever becomes of it. */
  made(): void;
  rendered(media: RenderedMedia): void;
  /** Reports the cost with the call that ends the attempt. What a renderer that bills has made twice and cannot be used is not ordered again. */
  readonly client: LeaseClient;
}

/** What the renderer says that it bills goes before the costs of the settings. */
export function createAttemptCost(client: LeaseClient, lease: Lease, costs: Costs | undefined): AttemptCost {
  const { model, operation, frames, frames_per_second: framesPerSecond } = lease.task;
  let cents: number | undefined;
  let isMade = false;
  let isRepeated = false;
  const count = (billed?: number) => {
    const each = costs?.get(model);
    const usual =
      each === undefined ? undefined : each * renderedUnits({ operation, frames, framesPerSecond });
    cents = billed ?? cents ?? usual;
  };
  const report = () => (cents === undefined ? {} : { cost_cents: cents });
  return {
    counted: (orders) => ({
      ...orders,
      async open(account) {
        const order = await orders.open(account);
        isRepeated = (order.number ?? 1) > 1;
        if (order.id !== undefined) count();
        return order;
      },
      async keep(id) {
        count();
        await orders.keep(id);
      },
    }),
    made() {
      isMade = true;
      count();
    },
    rendered: ({ costCents }) => count(costCents),
    client: {
      ...client,
      complete: (of, result, patience) => client.complete(of, { ...result, ...report() }, patience),
      fail: (of, reason) => {
        const isUseless = isMade && isRepeated && reason.unsettled !== true;
        return client.fail(of, { ...reason, retryable: reason.retryable && !isUseless, ...report() });
      },
      block: (of, reason) => client.block(of, { ...reason, ...report() }),
    },
  };
}
