import { assert, limitLiftingCents } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { countRecharge } from '../funding/count-recharge.ts';
import { declineAutoRecharge, liftLimits } from '../funding/terms.ts';
import { payOwedFromBalance } from '../ledger/arrears.ts';
import { creditPurchase } from '../ledger/credit.ts';
import { saveCardForAll } from './cards/save-card.ts';
import { sendChargeNotice } from './charge-notice.ts';
import { receiptPath } from './documents/document-paths.ts';
import { emailOwner } from './email-owner.ts';
import { noteUnknownPayment } from './for-the-operator.ts';
import { endPayment, lockPayment, type Payment } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { EventOf } from './payment-event.ts';
import type { PaymentProvider } from './provider.ts';
import { settleTakebackOf } from './takeback/settle-takeback-of.ts';

/** Applies a paid top-up: credits what arrived, whatever paid it, and saves the card if it was one. */
export async function completeTopUp(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: EventOf<'top_up_paid'>,
): Promise<void> {
  const payment = await lockPayment(tx, event.operationId);
  if (payment === undefined) return noteUnknownPayment(tx, effects, event);
  if (payment.kind !== 'top_up' || payment.state === 'succeeded') return;
  const at = effects.clock.now();
  const { accountId } = payment;
  const { card } = event;
  await credit(tx, effects, payment, 'checkout', {
    ...event,
    paidWith: card === null ? event.paidWith : null,
  });
  if (event.confirmedByBank && event.amountCents >= limitLiftingCents) await liftLimits(tx, accountId, at);
  if (card !== null) await saveCardForAll(tx, effects, { accountId, provider }, card, at);
}

/** Applies a paid auto-recharge: credits the balance. */
export async function completeRecharge(
  tx: Queryable,
  effects: PaymentEffects,
  event: EventOf<'charge_succeeded'>,
): Promise<void> {
  const payment = await lockPayment(tx, event.operationId);
  if (payment === undefined) return noteUnknownPayment(tx, effects, event);
  if (payment.kind !== 'auto_recharge' || payment.state === 'succeeded') return;
  // A failure event came first and subtracted the amount from the cap's usage.
  if (payment.state === 'failed')
    await countRecharge(tx, payment.accountId, capMonthOf(payment), payment.amountCents);
  await countRecharge(tx, payment.accountId, capMonthOf(payment), event.amountCents - payment.amountCents);
  await credit(tx, effects, payment, 'auto_recharge', { ...event, paidWith: null });
}

async function credit(
  tx: Queryable,
  effects: PaymentEffects,
  payment: Payment,
  source: 'checkout' | 'auto_recharge',
  paid: { readonly chargeId: string; readonly amountCents: number; readonly paidWith: string | null },
): Promise<void> {
  const at = effects.clock.now();
  const { id, accountId } = payment;
  const { amountCents, paidWith } = paid;
  if (amountCents !== payment.amountCents) {
    const details = { payment: id, ordered_cents: payment.amountCents, paid_cents: amountCents };
    await effects.noteForOperator(tx, accountId, 'payment_differs', details, at);
  }
  await creditPurchase(tx, { purchaseId: id, accountId, amountCents, source, from: 'card' }, at);
  await endPayment(tx, id, { state: 'succeeded', ...paid }, at);
  const purpose = source === 'checkout' ? 'top_up' : 'auto_recharge';
  const document = receiptPath(id);
  await sendChargeNotice(tx, effects, accountId, {
    cents: amountCents,
    purpose,
    document,
    ...(paidWith !== null && { paidWith }),
  });
  await settleTakebackOf(tx, effects, accountId, id);
  await payOwedFromBalance(tx, accountId, at);
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
