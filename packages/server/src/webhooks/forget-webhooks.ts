import type { Queryable } from '../db/database.ts';

/** Deletes where an account's events go, and those that wait; a delivery in progress is not repeated. */
export async function forgetWebhooks(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from webhook_events where account_id = $1', [accountId]);
  await tx.query('update webhook_settings set url = null where account_id = $1', [accountId]);
}
