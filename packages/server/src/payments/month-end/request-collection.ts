import type { Database, Queryable } from '../../db/database.ts';
import type { PaymentEffects } from '../payment-effects.ts';

/** Adds the task that charges an invoice; at most one of an invoice is pending. */
export async function addCollectTask(
  tx: Queryable,
  addTask: PaymentEffects['addTask'],
  invoiceId: string,
): Promise<void> {
  await addTask(tx, 'collect_invoice', { invoiceId }, { jobKey: `collect_invoice:${invoiceId}` });
}

/**
 * Charges the invoices that have had no outcome for a while: those whose event was lost, and those that waited for the end
 * of a review.
 */
export async function retryOpenInvoices(
  database: Database,
  effects: PaymentEffects,
  createdBefore: Date,
): Promise<void> {
  // A subquery and not a join: a plan that was made while there were few accounts would read all of them.
  const open = await database.query<{ id: string }>(
    `select id from invoices where state = 'open' and collection = 'card' and created_at < $1
       and (select under_review_since is null and banned_at is null from accounts where accounts.id = account_id)`,
    [createdBefore],
  );
  // One transaction each, so that no two pending tasks are replaced under crossing locks.
  for (const { id } of open) {
    await database.transaction((tx) => addCollectTask(tx, effects.addTask, id));
  }
}
