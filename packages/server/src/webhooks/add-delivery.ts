import type { Queryable } from '../db/database.ts';
import { addTask } from '../tasks/add-task.ts';

/** A slow receiver delays other events of its account only, and not all of them. */
const LANES = 4;

/** Adds the task of the next attempt; it replaces one that waits. */
export async function addDelivery(
  tx: Queryable,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  runAt?: Date,
): Promise<void> {
  // The last digit of an id is random.
  const lane = Number.parseInt(id.slice(-1), 16) % LANES;
  await addTask(
    tx,
    'deliver_webhook',
    { eventId: id },
    {
      jobKey: `webhook:${id}`,
      queueName: `webhooks:${accountId}:${lane}`,
      ...(runAt !== undefined && { runAt }),
    },
  );
}
