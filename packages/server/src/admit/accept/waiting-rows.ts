import type { Queryable } from '../../db/database.ts';

/** A request for an order that has waited; undefined for every other. */
interface OfWaitingOrder {
  readonly waitingId?: string | undefined;
}

/**
 * The requests whose order does not wait any more: it was cancelled, or another server has started it. Locks the rows of the
 * others until the transaction ends, after the funding rows; a request that is accepted deletes its row in it.
 */
export async function lockWaiting(
  tx: Queryable,
  requests: readonly OfWaitingOrder[],
): Promise<ReadonlySet<string>> {
  const ids = requests.flatMap(({ waitingId }) => waitingId ?? []);
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    'select id from waiting_orders where id = any($1::uuid[]) order by id for update',
    [ids],
  );
  const waiting = new Set(rows.map(({ id }) => id));
  return new Set(ids.filter((id) => !waiting.has(id)));
}

/** Deletes the rows of orders that are accepted in this transaction. */
export async function deleteStarted(tx: Queryable, accepted: readonly OfWaitingOrder[]): Promise<void> {
  const ids = accepted.flatMap(({ waitingId }) => waitingId ?? []);
  if (ids.length > 0) await tx.query('delete from waiting_orders where id = any($1::uuid[])', [ids]);
}
