import type { WaitingOrders, WaitingOrderView } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { moneyMoved } from '../../api/money-moved.ts';
import { queryClient } from '../../api/query-client.ts';

/** The orders that wait for their turn on the server: the same in every tab and on every device. */

/** Another tab or device may have changed the sequence, and the server starts its orders by itself. */
const WAITING_MS = 2_000;
const EMPTY_MS = 20_000;

export const waitingQuery = queryOptions({
  queryKey: ['studio', 'waiting'],
  queryFn: ({ signal }) => callConsole<WaitingOrders>('/studio/orders', { signal }),
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state: { data } }) =>
    data === undefined || data.orders.length === 0 ? EMPTY_MS : WAITING_MS,
});

/** Shows an order that the server has just taken. */
export function addToWaiting(order: WaitingOrderView): void {
  change((orders) => [...orders.filter(({ id }) => id !== order.id), order]);
}

export async function cancelWaiting(id: string): Promise<void> {
  change((orders) => orders.filter((order) => order.id !== id));
  await changed(callConsole(`/studio/orders/${id}`, { method: 'DELETE' }));
}

export async function cancelAllWaiting(): Promise<void> {
  change(() => []);
  await changed(callConsole('/studio/orders', { method: 'DELETE' }));
}

/** Moves an order before another one, or to the end for null. */
export async function moveWaiting(id: string, before: string | null): Promise<void> {
  change((orders) => {
    const moved = orders.filter((order) => order.id === id);
    const others = orders.filter((order) => order.id !== id);
    const place = before === null ? others.length : others.findIndex((order) => order.id === before);
    return others.toSpliced(place, 0, ...moved);
  });
  await changed(callConsole(`/studio/orders/${id}/move`, { method: 'POST', body: { before } }));
}

/** Lets paused orders go on, each at the price that it has now. */
export async function resumeWaiting(orders: readonly WaitingOrderView[]): Promise<void> {
  const resumed = new Set(orders.map(({ id }) => id));
  change((all) => all.map((order) => (resumed.has(order.id) ? { ...order, pause: null } : order)));
  const calls = orders.map(({ id, pause }) =>
    callConsole(`/studio/orders/${id}/resume`, {
      method: 'POST',
      body: { price: pause?.price_now ?? null },
    }),
  );
  await changed(Promise.all(calls));
}

function change(to: (orders: readonly WaitingOrderView[]) => readonly WaitingOrderView[]): void {
  void queryClient.cancelQueries(waitingQuery);
  queryClient.setQueryData(
    waitingQuery.queryKey,
    (data) => data && { ...data, orders: [...to(data.orders)] },
  );
}

/** Reads the sequence again, here and in the other tabs; also after a refusal, as of an order that has just started. */
async function changed(call: Promise<unknown>): Promise<void> {
  await call.catch(() => {});
  await moneyMoved();
}
