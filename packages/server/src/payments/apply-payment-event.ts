import type { Queryable } from '../db/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { activateSubscription, endSubscription, notePlanCharge } from './apply-subscription.ts';
import { completeCardSetup, failCardSetup } from './cards/card-setup.ts';
import { completeRecharge, completeTopUp, failRecharge, failTopUp } from './complete-payment.ts';
import { notePaymentNotCredited, noteSuspectedFraud } from './for-the-operator.ts';
import { completeInvoice, failInvoice } from './month-end/end-invoice.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { PaymentProvider } from './provider.ts';
import { completeRefund, failRefund, refuseRefund } from './refund/end-refund.ts';
import { applyTakeback } from './takeback/apply-takeback.ts';

export type ApplyPaymentEvent = (event: PaymentEvent) => Promise<void>;

/**
 * Applies an event of a provider. Each event id is applied once, in this transaction. Two events with the
 * same meaning lock the same payment row, where only a valid transition happens.
 */
export async function applyPaymentEvent(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: PaymentEvent,
): Promise<void> {
  const inserted = await tx.query(
    `insert into payment_events (provider, id, type, happened_at, received_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [provider, event.id, event.type, event.at, effects.clock.now()],
  );
  if (inserted.length === 0) return;
  await dispatch(tx, effects, provider, event);
  crashPoint('payment.before_commit');
}

async function dispatch(
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
    case 'card_set_up':
      return completeCardSetup(tx, effects, provider, event);
    case 'card_setup_failed':
      return failCardSetup(tx, effects, event.operationId);
    case 'subscription_active':
      return activateSubscription(tx, effects, provider, event);
    case 'subscription_ended':
      return endSubscription(tx, effects, provider, event);
    case 'plan_charged':
      return notePlanCharge(tx, effects, event);
    case 'charge_succeeded':
      return completeRecharge(tx, effects, event);
    case 'charge_failed':
      return failRecharge(tx, effects, event.operationId);
    case 'invoice_settled':
      return completeInvoice(tx, effects, event);
    case 'invoice_failed':
      return failInvoice(tx, effects, event);
    case 'refund_settled':
      return completeRefund(tx, effects, event.operationId);
    case 'refund_failed':
      return failRefund(tx, effects, event.operationId);
    case 'refund_refused':
      return refuseRefund(tx, effects, event);
    case 'payment_not_credited':
      return notePaymentNotCredited(tx, effects, event);
    case 'charge_taken_back':
      return applyTakeback(tx, effects, provider, event);
    case 'fraud_suspected':
      return noteSuspectedFraud(tx, effects, event);
  }
}
