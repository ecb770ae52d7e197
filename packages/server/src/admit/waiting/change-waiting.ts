import type { PauseReason } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { discardImages, listWaiting, type WaitingOrder, wakeSequence } from './waiting-order.ts';

/** What a person does with the orders that wait. */

export interface WaitingDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
}

/**
 * Cancels one waiting order, or with `id` null all of them, and returns how many. One that starts at the same time is either
 * cancelled or a job: its acceptance locks the row and deletes it.
 */
export async function cancelWaiting(
  { database, blobs }: WaitingDependencies,
  accountId: string,
  id: string | null,
  at: Date,
): Promise<number> {
  const cancelled = await database.transaction(async (tx) => {
    await wakeSequence(tx, accountId, at);
    return tx.query<{ imageKey: string | null }>(
      `delete from waiting_orders where account_id = $1 ${id === null ? '' : 'and id = $2'}
       returning image_key as "imageKey"`,
      id === null ? [accountId] : [accountId, id],
    );
  });
  await discardImages(
    blobs,
    cancelled.map(({ imageKey }) => imageKey),
  );
  return cancelled.length;
}

/** Moves an order before another one, or to the end for null. False if one of them does not wait any more. */
export function moveWaiting(
  database: Database,
  accountId: string,
  { id, before }: { readonly id: string; readonly before: string | null },
  at: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await wakeSequence(tx, accountId, at);
    const ids = (await listWaiting(tx, accountId)).map((order) => order.id);
    if (!ids.includes(id) || (before !== null && !ids.includes(before))) return false;
    if (id === before) return true;
    const others = ids.filter((one) => one !== id);
    const place = before === null ? others.length : others.indexOf(before);
    await tx.query(
      `update waiting_orders set place = moved.place
       from unnest($2::uuid[]) with ordinality as moved (id, place)
       where waiting_orders.account_id = $1 and waiting_orders.id = moved.id`,
      [accountId, others.toSpliced(place, 0, id)],
    );
    return true;
  });
}

export interface Resumed {
  readonly id: string;
  /** The price that the person agrees to now, in the unit that the order is paid in; null to leave it as it is. */
  readonly price: number | null;
}

/**
 * Lets a paused order start in its turn again. `refused` for content that the safety check blocked: it would be blocked
 * again, and count against the account.
 */
export function resumeWaiting(
  database: Database,
  accountId: string,
  { id, price }: Resumed,
  at: Date,
): Promise<'resumed' | 'absent' | 'refused'> {
  return database.transaction(async (tx) => {
    await wakeSequence(tx, accountId, at);
    const [found] = await tx.query<{ pause: PauseReason | null }>(
      'select pause from waiting_orders where account_id = $1 and id = $2 for update',
      [accountId, id],
    );
    if (found === undefined) return 'absent';
    if (found.pause === 'content') return 'refused';
    await tx.query(
      `update waiting_orders set pause = null, message = null, price_now = null, retry_at = null,
         body = case when $2::integer is null then body else
           jsonb_set(body, array[case body ->> 'pay_with' when 'balance' then 'max_price_cents' else 'max_credits' end],
             to_jsonb($2::integer)) end
       where id = $1`,
      [id, price],
    );
    return 'resumed';
  });
}

const SIGNED_OUT =
  'You signed out of your other browsers, so nothing that waited is ordered before you say so again.';

/** Pauses everything that waits: who ends other sessions may not know what was ordered in them. */
export async function pauseAllWaiting(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(
    `update waiting_orders set pause = 'signed_out', message = $2, retry_at = null
     where account_id = $1 and (pause is null or retry_at is not null)`,
    [accountId, SIGNED_OUT],
  );
}

/** Deletes what waits for an account that is closed; its images are deleted with the rest of it. */
export async function forgetWaiting(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from waiting_orders where account_id = $1', [accountId]);
  await tx.query('delete from waiting_queues where account_id = $1', [accountId]);
}

/** Pauses an order that was refused, and those that would be refused for the same reason. */
export async function pauseWaiting(
  tx: Queryable,
  { id, accountId, body, imageKey }: WaitingOrder,
  { reason, message, priceNow }: { reason: PauseReason; message: string; priceNow: number | null },
  retryAt: Date | null,
): Promise<void> {
  const textOf = (of: string) => `concat_ws(chr(10), ${of} ->> 'prompt', ${of} ->> 'negative_prompt')`;
  const paysWith = (of: string) => `coalesce(${of} ->> 'pay_with', 'credits')`;
  const limit = `coalesce((body ->> 'max_credits')::bigint, (body ->> 'max_price_cents')::bigint, 1)`;
  // What costs nothing needs no money. The same prompt would be refused again, and count against the account again.
  const same: Readonly<Partial<Record<PauseReason, string>>> = {
    money: `or (${paysWith('body')} = ${paysWith('$7::jsonb')} and ${limit} > 0)`,
    content: `or (${textOf('body')} = ${textOf('$7::jsonb')} and (image_key is null) = $8)`,
  };
  const others = same[reason];
  await tx.query(
    `update waiting_orders set pause = $3, message = $4, price_now = $5, retry_at = $6
     where account_id = $2 and pause is null and (id = $1 ${others ?? ''})
        or id = $1`,
    [
      id,
      accountId,
      reason,
      message,
      priceNow,
      retryAt,
      ...(others === undefined ? [] : [JSON.stringify(body)]),
      ...(reason === 'content' ? [imageKey === null] : []),
    ],
  );
}
