import type { Lease } from '@kinora/contract';
import { type RemoteOrders, RenderFault } from '@kinora/engine/engine';
import type { LeaseClient } from './lease-client.ts';
import { LeaseLost } from './server-calls.ts';

/** The orders of an attempt at a renderer that bills, kept by the server. `signal` is that of the attempt. */
export function createRemoteOrders(client: LeaseClient, lease: Lease, signal: AbortSignal): RemoteOrders {
  let account = '';
  return {
    async open(opened) {
      account = opened;
      const order = await client.order(lease, account);
      if (order !== null) return { key: order.key, id: order.id ?? undefined, number: order.number };
      const message = `it was ordered twice, and nobody knows what came of that: look for it at ${account}`;
      throw new RenderFault(message, { isRetryable: false, isUnsettled: true });
    },
    keep: (id) => client.keepOrder(lease, { account, id }),
    isUnwanted: () => signal.reason instanceof LeaseLost && signal.reason.isOver,
  };
}
