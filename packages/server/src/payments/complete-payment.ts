import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { countRecharge } from '../funding/count-recharge.ts';
import { declineAutoRecharge, liftLimits } from '../funding/terms.ts';
import { creditPurchase } from '../ledger/credit.ts';
import { saveCardForAll } from './cards/save-card.ts';
import { sendChargeNotice } from './charge-notice.ts';
import { receiptPath } from './documents/document-paths.ts';
import { emailOwner } from './email-owner.ts';
import { endPayment, lockPayment, type Payment } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { EventOf } from './payment-event.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * A purchase of this amount or more, confirmed by the bank, lifts the limits of a new account and a new card.
 */
const LIFTS_LIMITS_CENTS = 5000;

/** Applies a paid top-up: credits the balance and saves the card. */
export async function completeTopUp(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: EventOf<'top_up_paid'>,
): Promise<void> {
  const payment = await lockPayment(tx, event.operationId);
  if (payment?.kind !== 'top_up' || payment.state === 'succeeded') return;
  const at = effects.clock.now();
  await credit(tx, effects, payment, 'checkout', event);
  if (event.confirmedByBank && payment.amountCents >= LIFTS_LIMITS_CENTS) {
    await liftLimits(tx, payment.accountId, at);
  }
  await saveCardForAll(tx, effects, { accountId: payment.accountId, provider }, event.card, at);
}

/** Applies a paid auto-recharge: credits the balance. */
export async function completeRecharge(
  tx: Queryable,
  effects: PaymentEffects,
  event: EventOf<'charge_succeeded'>,
): Promise<void> {
  const payment = await lockPayment(tx, event.operationId);
  if (payment?.kind !== 'auto_recharge' || payment.state === 'succeeded') return;
  // A failure event came first and subtracted the amount from the cap's usage.
  if (payment.state === 'failed')
    await countRecharge(tx, payment.accountId, capMonthOf(payment), payment.amountCents);
  await credit(tx, effects, payment, 'auto_recharge', event);
}

async function credit(
  tx: Queryable,
  effects: PaymentEffects,
  payment: Payment,
  source: 'checkout' | 'auto_recharge',
  paid: { readonly chargeId: string; readonly amountCents: number },
): Promise<void> {
  const at = effects.clock.now();
  const { id, accountId, amountCents } = payment;
  assert(
    paid.amountCents === amountCents,
    `payment ${id} of ${amountCents} was paid with ${paid.amountCents}`,
  );
  await creditPurchase(tx, { purchaseId: id, accountId, amountCents, source, from: 'card' }, at);
  await endPayment(tx, id, { state: 'succeeded', chargeId: paid.chargeId }, at);
  const purpose = source === 'checkout' ? 'top_up' : 'auto_recharge';
  await sendChargeNotice(tx, effects, accountId, { cents: amountCents, purpose, document: receiptPath(id) });
}

/**
 * Applies the end of an unpaid checkout. A payment that has succeeded stays so, in whatever order events
 * arrive.
 */
export async function failTopUp(tx: Queryable, effects: PaymentEffects, operationId: string): Promise<void> {
  const payment = await lockPayment(tx, operationId);
  if (payment?.state !== 'open') return;
  await endPayment(tx, payment.id, { state: 'failed' }, effects.clock.now());
}

/** Applies a declined auto-recharge: turns auto-recharge off, with one email. */
export async function failRecharge(
  tx: Queryable,
  effects: PaymentEffects,
  operationId: string,
): Promise<void> {
  const payment = await lockPayment(tx, operationId);
  if (payment?.kind !== 'auto_recharge' || payment.state !== 'open') return;
  const at = effects.clock.now();
  await endPayment(tx, payment.id, { state: 'failed' }, at);
  await countRecharge(tx, payment.accountId, capMonthOf(payment), -payment.amountCents);
  if (!(await declineAutoRecharge(tx, payment.accountId, at))) return;
  const data = { cents: payment.amountCents };
  await emailOwner(tx, effects, payment.accountId, { name: 'recharge_declined', data });
}

function capMonthOf(payment: Payment): string {
  assert(payment.capMonth !== null, 'an auto-recharge counts under the cap of a month');
  return payment.capMonth;
}
