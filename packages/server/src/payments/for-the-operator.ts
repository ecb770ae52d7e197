import type { Queryable } from '../db/database.ts';
import { lockPayment } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { EventOf } from './payment-event.ts';

/** Records money that arrived and is not credited: an operator credits it, or returns it at the provider. */
export async function notePaymentNotCredited(
  tx: Queryable,
  effects: PaymentEffects,
  { operationId, chargeId, amount, currency }: EventOf<'payment_not_credited'>,
): Promise<void> {
  const payment = await lockPayment(tx, operationId);
  if (payment === undefined) return;
  const details = { payment: operationId, charge: chargeId, amount, currency };
  await effects.noteForOperator(tx, payment.accountId, 'payment_not_credited', details, effects.clock.now());
}

/** Records money for a payment that this database does not have, as after it was restored from an older backup. */
export async function noteUnknownPayment(
  tx: Queryable,
  effects: PaymentEffects,
  { operationId, chargeId, amountCents }: EventOf<'top_up_paid' | 'charge_succeeded'>,
): Promise<void> {
  const details = { payment: operationId, charge: chargeId, amount: amountCents, currency: 'usd' };
  await effects.noteForOperator(tx, null, 'payment_not_credited', details, effects.clock.now());
}

/** Records a warning of the bank: whether to refund before the card's owner disputes it, an operator decides. */
export async function noteSuspectedFraud(
  tx: Queryable,
  effects: PaymentEffects,
  { accountId, chargeId }: EventOf<'fraud_suspected'>,
): Promise<void> {
  await effects.noteForOperator(tx, accountId, 'fraud_suspected', { charge: chargeId }, effects.clock.now());
}
