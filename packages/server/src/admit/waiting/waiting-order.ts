import type { PauseReason } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import type { Blobs } from '../../storage/blobs.ts';

/** An order that waits for its turn: it is not accepted, nothing is held for it, and its price is not promised. */
export interface WaitingOrder {
  readonly id: string;
  readonly accountId: string;
  readonly key: string;
  readonly requestHash: Buffer;
  /** The body of POST /generate without its image. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly imageKey: string | null;
  /** Null while it only waits for its turn. */
  readonly pause: PauseReason | null;
  readonly message: string | null;
  /** What it costs now, in cents or credits as it is paid, where that is more than it may. */
  readonly priceNow: number | null;
  readonly retryAt: Date | null;
  readonly createdAt: Date;
}

export const WAITING_COLUMNS = `id, account_id as "accountId", key, request_hash as "requestHash", body,
  image_key as "imageKey", pause, message, price_now as "priceNow", retry_at as "retryAt", created_at as "createdAt"`;

/** The lowest place first; ids are in the order of the orders. */
export const IN_TURN = 'order by place, id';

export function listWaiting(db: Queryable, accountId: string): Promise<WaitingOrder[]> {
  return db.query<WaitingOrder>(
    `select ${WAITING_COLUMNS} from waiting_orders where account_id = $1 ${IN_TURN}`,
    [accountId],
  );
}

/** Deletes images that no order needs any more; what an unavailable store keeps is swept. */
export async function discardImages(blobs: Blobs, keys: readonly (string | null)[]): Promise<void> {
  const stored = keys.filter((key) => key !== null);
  if (stored.length > 0) await blobs.deleteAll(stored).catch(() => {});
}

/** Why nothing of the account starts now, and until when; undefined if nothing but its open jobs stands in the way. */
export async function readHold(
  db: Queryable,
  accountId: string,
  at: Date,
): Promise<{ readonly message: string; readonly until: Date } | undefined> {
  const [hold] = await db.query<{ message: string; until: Date }>(
    'select message, due_at as until from waiting_queues where account_id = $1 and message is not null and due_at > $2',
    [accountId, at],
  );
  return hold;
}

/** Has the account's first order tried at once. Locks the row of its sequence until the transaction ends. */
export async function wakeSequence(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await tx.query(
    `insert into waiting_queues (account_id, due_at) values ($1, $2)
     on conflict (account_id) do update set due_at = least(waiting_queues.due_at, excluded.due_at), message = null`,
    [accountId, at],
  );
}
