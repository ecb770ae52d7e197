import type { Queryable } from '../../db/database.ts';
import type { PaymentEffects } from '../payment-effects.ts';

/** Adds the task that charges an invoice; at most one of an invoice is pending. */
export async function addCollectTask(
  tx: Queryable,
  addTask: PaymentEffects['addTask'],
  invoiceId: string,
): Promise<void> {
  await addTask(tx, 'collect_invoice', { invoiceId }, { jobKey: `collect_invoice:${invoiceId}` });
}
