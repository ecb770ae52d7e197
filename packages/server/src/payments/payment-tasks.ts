import type { Database } from '../db/database.ts';
import type { ApplyPaymentEvent } from './apply-payment-event.ts';
import { runAutoRecharge } from './auto-recharge/run-auto-recharge.ts';
import { billEndedMonths, collectInvoice } from './month-end/collect-invoices.ts';
import type { PaymentEffects, PaymentTasks } from './payment-effects.ts';
import type { PaymentProvider } from './provider.ts';
import { sendRefund } from './refund/refund-payment.ts';
import { cancelSubscription } from './subscription/change-plan.ts';

export interface PaymentTaskDependencies {
  readonly database: Database;
  readonly effects: PaymentEffects;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
  /** What only a provider in our own database has to do by the calendar. */
  readonly renewSubscriptions?: () => Promise<void>;
}

type PaymentTaskHandlers = {
  readonly [Name in keyof PaymentTasks]: (payload: PaymentTasks[Name]) => Promise<void>;
};

const RECHARGE_SILENT_MS = 10 * 60_000;
const CHECKOUT_LIVES_MS = 2 * 86_400_000;

/** The handlers of what payments leave for later; each may run any number of times. */
export function paymentTasks(dependencies: PaymentTaskDependencies): PaymentTaskHandlers {
  const { database, effects, provider, apply, renewSubscriptions } = dependencies;
  return {
    auto_recharge: ({ accountId }) =>
      runAutoRecharge({ database, clock: effects.clock, provider, apply }, accountId),
    send_refund: ({ refundId }) => sendRefund(database, provider, apply, refundId),
    collect_invoice: ({ invoiceId }) => collectInvoice(database, provider, apply, invoiceId),
    cancel_subscription: ({ subscriptionId }) => cancelSubscription(provider, apply, subscriptionId),
    async payments_due() {
      await renewSubscriptions?.();
      await billEndedMonths(database, effects);
      await askAgain(database, effects);
    },
  };
}

/** A recharge whose outcome nobody told is asked about; a page that nobody paid is given up. */
async function askAgain(database: Database, effects: PaymentEffects): Promise<void> {
  const now = effects.clock.now();
  await database.transaction(async (tx) => {
    const silent = await tx.query<{ accountId: string }>(
      `select account_id as "accountId" from payments
       where kind = 'auto_recharge' and state = 'open' and created_at < $1`,
      [new Date(now.getTime() - RECHARGE_SILENT_MS)],
    );
    for (const { accountId } of silent) {
      // While the provider is away, one question an account waits, not one a minute.
      await effects.addTask(tx, 'auto_recharge', { accountId }, { jobKey: `auto_recharge:${accountId}` });
    }
  });
  await database.query(
    `update payments set state = 'failed', ended_at = $2
     where kind <> 'auto_recharge' and state = 'open' and created_at < $1`,
    [new Date(now.getTime() - CHECKOUT_LIVES_MS), now],
  );
}
