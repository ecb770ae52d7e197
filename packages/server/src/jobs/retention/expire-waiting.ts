import { discard } from '../../attempt/discard.ts';
import type { Database } from '../../db/database.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { retainedSince } from './retained.ts';

/** Deletes the orders that have waited for seven days, with prompt and image, as those of jobs are. Returns how many. */
export async function expireWaiting(
  { database, blobs }: { readonly database: Database; readonly blobs: Blobs },
  now: Date,
): Promise<number> {
  const expired = await database.query<{ imageKey: string | null }>(
    'delete from waiting_orders where created_at <= $1 returning image_key as "imageKey"',
    [retainedSince(now)],
  );
  const images = expired.flatMap(({ imageKey }) => imageKey ?? []);
  if (images.length > 0) await discard(blobs, ...images);
  return expired.length;
}
