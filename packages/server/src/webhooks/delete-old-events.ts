import type { Queryable } from '../db/database.ts';

const KEPT_MS = 30 * 86_400_000;

/** Deletes the events of more than 30 days ago; the task of one that is still pending then does nothing. */
export async function deleteOldEvents(database: Queryable, now: Date): Promise<void> {
  await database.query('delete from webhook_events where created_at <= $1', [
    new Date(now.getTime() - KEPT_MS),
  ]);
}
