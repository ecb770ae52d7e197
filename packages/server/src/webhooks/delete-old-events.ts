import type { Queryable } from '../db/database.ts';

const KEPT_MS = 30 * 86_400_000;
/** Limits the duration of one statement and of its locks. */
const DELETE_BATCH = 5000;

/** Deletes the events of more than 30 days ago; the task of one that is still pending then does nothing. */
export async function deleteOldEvents(database: Queryable, now: Date): Promise<void> {
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH; ) {
    const rows = await database.query(
      `delete from webhook_events where id = any(array(
         select id from webhook_events where created_at <= $1 limit $2
       )) returning 1`,
      [new Date(now.getTime() - KEPT_MS), DELETE_BATCH],
    );
    deleted = rows.length;
  }
}
