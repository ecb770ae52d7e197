import type { Queryable } from '../../db/database.ts';

/** How long an order that is repeated with its idempotency key gets the response to the first one. */
export const RESPONSE_HOURS = 24;

/** Limits the duration of one statement and of its locks. */
const DELETE_BATCH = 5000;

/** Deletes the responses that have expired. */
export async function deleteExpiredResponses(db: Queryable, at: Date): Promise<void> {
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH; ) {
    // The age is checked twice: a row that was overwritten since the inner read is a new response.
    const rows = await db.query(
      `delete from idempotency_keys
       where created_at <= $1::timestamptz - make_interval(hours => $2) and ctid = any(array(
         select ctid from idempotency_keys
         where created_at <= $1::timestamptz - make_interval(hours => $2) limit $3
       )) returning 1`,
      [at, RESPONSE_HOURS, DELETE_BATCH],
    );
    deleted = rows.length;
  }
}

/** Deletes the responses of a deleted account. */
export async function forgetResponses(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from idempotency_keys where account_id = $1', [accountId]);
}
