import type { Queryable } from '../db/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { activateSubscription, endSubscription } from './apply-subscription.ts';
import { completeRecharge, completeTopUp, failRecharge, failTopUp } from './complete-payment.ts';
import { invoiceFailed, invoicePaid } from './month-end/end-invoice.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { PaymentProvider } from './provider.ts';
import { refundFailed, refundSettled } from './refund/end-refund.ts';

export type ApplyPaymentEvent = (event: PaymentEvent) => Promise<void>;

/**
 * Brings about what the provider told. Each event id takes effect once, in this transaction; two events that
 * tell the same thing meet on the row they are about, where only a valid change of state happens.
 */
export async function applyPaymentEvent(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: PaymentEvent,
): Promise<void> {
  const fresh = await tx.query(
    `insert into payment_events (provider, id, type, happened_at, received_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [provider, event.id, event.type, event.at, effects.clock.now()],
  );
  if (fresh.length === 0) return;
  await takeEffect(tx, effects, provider, event);
  crashPoint('payment.before_commit');
}

async function takeEffect(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: PaymentEvent,
): Promise<void> {
  switch (event.type) {
    case 'top_up_paid':
      return completeTopUp(tx, effects, provider, event);
    case 'top_up_failed':
      return failTopUp(tx, effects, event.operationId);
    case 'subscription_active':
      return activateSubscription(tx, effects, provider, event);
    case 'subscription_ended':
      return endSubscription(tx, effects, provider, event);
    case 'charge_succeeded':
      return completeRecharge(tx, effects, event);
    case 'charge_failed':
      return failRecharge(tx, effects, event.operationId);
    case 'invoice_paid':
      return invoicePaid(tx, effects, event.operationId);
    case 'invoice_failed':
      return invoiceFailed(tx, effects, event.operationId);
    case 'refund_settled':
      return refundSettled(tx, effects, event.operationId);
    case 'refund_failed':
      return refundFailed(tx, effects, event.operationId);
    case 'dispute_opened':
      // Whoever disputes a charge at the bank is looked at by a person before more is sold.
      return effects.reviewAccount(tx, event.accountId, effects.clock.now());
  }
}
