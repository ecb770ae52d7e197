import type { Queryable } from '../db/database.ts';

/** The end of a job makes room for the next order that waits. Touches no row of an account for which none does. */
export async function wakeWaiting(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await tx.query(
    'update waiting_queues set due_at = $2, message = null where account_id = $1 and due_at > $2',
    [accountId, at],
  );
}
