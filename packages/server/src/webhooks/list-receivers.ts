import type { Queryable } from '../db/database.ts';

/** The accounts whose receivers verify events: those with an address, and those that had an event in the last 30 days. */
export async function listReceivers(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query<{ accountId: string }>(
    `select id as "accountId" from accounts where deleted_at is null and id in (
       select account_id from webhook_settings where url is not null union select account_id from webhook_events
     )`,
  );
  return rows.map(({ accountId }) => accountId);
}
