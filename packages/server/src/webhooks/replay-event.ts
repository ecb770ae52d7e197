import type { WebhookDelivery } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { addDelivery } from './add-delivery.ts';
import { findDelivery } from './list-deliveries.ts';

/**
 * Delivers an event again, from the first attempt, whatever became of it: at once, with the same id and its present
 * content. Undefined if the account has no such event.
 */
export function replayEvent(
  database: Database,
  accountId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  return database.transaction(async (tx) => {
    const replayed = await tx.query(
      `update webhook_events set state = 'pending', attempts = 0, next_attempt_at = null
       where id = $1 and account_id = $2 returning id`,
      [id, accountId],
    );
    if (replayed.length === 0) return undefined;
    await addDelivery(tx, { id, accountId });
    return findDelivery(tx, accountId, id);
  });
}
