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
  const open = await database.query<{ id: string }>(
    `select invoices.id from invoices join accounts on accounts.id = account_id
     where state = 'open' and collection = 'card' and invoices.created_at < $1
       and under_review_since is null and banned_at is null`,
    [createdBefore],
  );
  // One transaction each, so that no two pending tasks are replaced under crossing locks.
  for (const { id } of open) {
    await database.transaction((tx) => addCollectTask(tx, effects.addTask, id));
  }
}
