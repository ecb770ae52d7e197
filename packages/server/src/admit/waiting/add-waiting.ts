import { type Problem, problem } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import { waitingImageKey } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { IdempotencyClaim } from '../accept/stored-response.ts';
import type { Fate } from './decide-fate.ts';
import { discardImages, listWaiting, type WaitingOrder, wakeSequence } from './waiting-order.ts';

export interface NewWaitingOrder {
  readonly accountId: string;
  readonly claim: IdempotencyClaim;
  readonly body: WaitingOrder['body'];
  readonly image: Uint8Array | undefined;
  /** Why it did not start at once; undefined behind orders that wait already. */
  readonly fate: Fate | undefined;
  /** How many orders of the account may wait. */
  readonly max: number;
}

/** The bytes of the images that the waiting orders of an account keep. */
const MAX_IMAGE_BYTES = 128 * 1024 * 1024;

/**
 * Appends an order to those of its account. `answered`: it was accepted before, with the same key. Problem: `rate_limited` if
 * too many wait. Throws `StoreUnavailable` if the image cannot be stored; then nothing waits.
 */
export async function addWaiting(
  { database, blobs }: { readonly database: Database; readonly blobs: Blobs },
  order: NewWaitingOrder,
  at: Date,
): Promise<WaitingOrder | Problem | 'answered'> {
  const { accountId, image } = order;
  const id = newId();
  const imageKey = image === undefined ? null : waitingImageKey(accountId, id);
  // Before the row that names it; without one it is swept.
  if (imageKey !== null && image !== undefined) await blobs.put(imageKey, image);
  const added = await database.transaction((tx) => insert(tx, { ...order, id, imageKey }, at));
  const isStored = typeof added === 'object' && 'id' in added && added.id === id;
  if (!isStored) await discardImages(blobs, [imageKey]);
  return added;
}

type Insertion = NewWaitingOrder & Pick<WaitingOrder, 'id' | 'imageKey'>;

/** Locks the row of the account's sequence, so that no other order is appended meanwhile. */
async function insert(
  tx: Queryable,
  { id, accountId, claim, body, image, imageKey, fate, max }: Insertion,
  at: Date,
): Promise<WaitingOrder | Problem | 'answered'> {
  await wakeSequence(tx, accountId, at);
  const waiting = await listWaiting(tx, accountId);
  const same = waiting.find(({ key }) => key === claim.key);
  if (same !== undefined) {
    if (same.requestHash.equals(claim.requestHash)) return same;
    return problem('idempotency_conflict', 'This Idempotency-Key is that of another order; use a new key.');
  }
  const answered = await tx.query('select from idempotency_keys where account_id = $1 and key = $2', [
    accountId,
    claim.key,
  ]);
  if (answered.length > 0) return 'answered';
  const full = await findFull(tx, accountId, { waiting: waiting.length, max, bytes: image?.length ?? 0 });
  if (full !== undefined) return full;
  const paused = fate?.kind === 'pause' ? fate : undefined;
  const retryAt = paused?.seconds == null ? null : new Date(at.getTime() + paused.seconds * 1000);
  await tx.query(
    `insert into waiting_orders (id, account_id, key, request_hash, body, image_key, image_bytes, place, pause, message,
       price_now, retry_at, created_at)
     select $1, $2, $3, $4, $5::jsonb, $6, $7, coalesce(max(place), 0) + 1, $8, $9, $10::integer, $11::timestamptz, $12
     from waiting_orders where account_id = $2`,
    [
      id,
      accountId,
      claim.key,
      claim.requestHash,
      JSON.stringify(body),
      imageKey,
      image?.length ?? 0,
      paused?.reason ?? null,
      paused?.message ?? null,
      paused?.priceNow ?? null,
      retryAt,
      at,
    ],
  );
  return {
    ...{ id, accountId, key: claim.key, requestHash: claim.requestHash, body, imageKey, retryAt },
    ...{ pause: paused?.reason ?? null, message: paused?.message ?? null },
    ...{ priceNow: paused?.priceNow ?? null, createdAt: at },
  };
}

/** Problem: `rate_limited`. */
async function findFull(
  tx: Queryable,
  accountId: string,
  { waiting, max, bytes }: { readonly waiting: number; readonly max: number; readonly bytes: number },
): Promise<Problem | undefined> {
  if (waiting >= max) {
    const orders = max === 1 ? '1 order waits' : `${max} orders wait`;
    return problem('rate_limited', `At most ${orders} for an account; cancel one, or wait until one starts.`);
  }
  if (bytes === 0) return undefined;
  const [kept] = await tx.query<{ bytes: number }>(
    'select coalesce(sum(image_bytes), 0)::float8 as bytes from waiting_orders where account_id = $1',
    [accountId],
  );
  if ((kept?.bytes ?? 0) + bytes <= MAX_IMAGE_BYTES) return undefined;
  const message = 'The images of the orders that wait are too large together; wait until one of them starts.';
  return problem('rate_limited', message);
}
