import type { Database, Queryable } from '../db/database.ts';
import { addRechargeTask } from './auto-recharge/request-recharge.ts';
import { addCollectTask } from './month-end/request-collection.ts';
import type { PaymentEffects } from './payment-effects.ts';
import { addRefundTask } from './refund/refund-payment.ts';

interface OpenOperations {
  /** The id that the task gets, of each that is open. */
  readonly open: string;
  readonly account: string;
  addTask(tx: Queryable, addTask: PaymentEffects['addTask'], id: string): Promise<void>;
}

const OPERATIONS: readonly OpenOperations[] = [
  {
    open: `select id from invoices where state = 'open' and collection = 'card'`,
    account: 'account_id',
    addTask: addCollectTask,
  },
  {
    open: `select id from refunds where state = 'open'`,
    account: '(select account_id from payments where payments.id = payment_id)',
    addTask: addRefundTask,
  },
  {
    open: `select account_id as id from payments where kind = 'auto_recharge' and state = 'open'`,
    account: 'account_id',
    addTask: addRechargeTask,
  },
];

/**
 * Requests again what has had no outcome for a while: its event was lost, or it waited for the end of a review of its
 * account.
 */
export async function retryOpenOperations(
  database: Database,
  effects: PaymentEffects,
  createdBefore: Date,
): Promise<void> {
  for (const { open, account, addTask } of OPERATIONS) {
    // A subquery and not a join: a plan that was made while there were few accounts would read all of them.
    const due = await database.query<{ id: string }>(
      `${open} and created_at < $1 and (
         select under_review_since is null and banned_at is null from accounts where accounts.id = ${account})`,
      [createdBefore],
    );
    // One transaction each, so that no two pending tasks are replaced under crossing locks.
    for (const { id } of due) await database.transaction((tx) => addTask(tx, effects.addTask, id));
  }
}
