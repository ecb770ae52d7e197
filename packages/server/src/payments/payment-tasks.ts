import type { Database } from '../db/database.ts';
import type { ApplyPaymentEvent } from './apply-payment-event.ts';
import { requestDueRecharges } from './auto-recharge/request-recharge.ts';
import { runAutoRecharge } from './auto-recharge/run-auto-recharge.ts';
import { expireCardSetups } from './cards/card-setup.ts';
import { adoptCard, forgetCards } from './cards/card-tasks.ts';
import { billEndedMonths, collectInvoice } from './month-end/collect-invoices.ts';
import type { PaymentEffects, PaymentTasks } from './payment-effects.ts';
import type { PaymentProvider } from './provider.ts';
import { sendRefund } from './refund/refund-payment.ts';
import { retryOpenOperations } from './retry-open.ts';
import { cancelSubscription } from './subscription/change-plan.ts';
import { priceRenewal, requestRenewalPrices } from './subscription/price-renewals.ts';

export interface PaymentTaskDependencies {
  readonly database: Database;
  readonly effects: PaymentEffects;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
  /** How far the clocks of two servers may be apart. */
  readonly clocksDifferMs: number;
  /** Only for the sandbox, which renews its subscriptions itself. */
  readonly renewSubscriptions?: () => Promise<void>;
}

type PaymentTaskHandlers = {
  readonly [Name in keyof PaymentTasks]: (payload: PaymentTasks[Name]) => Promise<void>;
};

/** How long an operation waits for its event before its outcome is requested. */
const RETRY_MS = 10 * 60_000;
const CHECKOUT_EXPIRES_MS = 2 * 86_400_000;

/** The handlers of the background tasks of payments. Each is idempotent. */
export function paymentTasks(dependencies: PaymentTaskDependencies): PaymentTaskHandlers {
  const { database, effects, provider, apply, renewSubscriptions } = dependencies;
  return {
    auto_recharge: ({ accountId }) =>
      runAutoRecharge({ database, clock: effects.clock, provider, apply }, accountId),
    send_refund: ({ refundId }) => sendRefund(database, provider, apply, refundId),
    collect_invoice: ({ invoiceId }) => collectInvoice(database, provider, apply, invoiceId),
    price_renewal: ({ subscriptionId }) => priceRenewal(dependencies, subscriptionId),
    cancel_subscription: ({ subscriptionId }) => cancelSubscription(provider, apply, subscriptionId),
    adopt_card: ({ accountId }) => adoptCard(database, provider, accountId),
    forget_cards: ({ accountId, removedAt }) =>
      forgetCards(database, provider, accountId, new Date(removedAt)),
    async payments_due() {
      await renewSubscriptions?.();
      await requestRenewalPrices(database, effects, provider.name);
      await billEndedMonths(database, effects, dependencies.clocksDifferMs);
      await requestDueRecharges(database, effects);
      const createdBefore = new Date(effects.clock.now().getTime() - RETRY_MS);
      await retryOpenOperations(database, effects, createdBefore);
      await expireCheckouts(database, effects.clock.now());
      await expireCardSetups(database, effects.clock.now());
    },
  };
}

/** Marks checkouts as failed that were not paid within two days. */
async function expireCheckouts(database: Database, now: Date): Promise<void> {
  await database.query(
    `update payments set state = 'failed', ended_at = $2
     where kind <> 'auto_recharge' and state = 'open' and created_at < $1`,
    [new Date(now.getTime() - CHECKOUT_EXPIRES_MS), now],
  );
}
