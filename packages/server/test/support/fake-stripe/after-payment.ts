import { type Emit, type FakeState, type Json, keep } from './objects.ts';

/** What happens to a payment after it was made, in Stripe's dashboard or at the bank. */

const chargeOf = (state: FakeState, intentId: string): Json =>
  [...state.charges.values()].find(({ payment_intent: intent }) => intent === intentId) ?? {};

/** Somebody refunds a payment in the dashboard. */
export function refundInDashboard(state: FakeState, intentId: string, cents: number, emit: Emit): Json {
  const charge = chargeOf(state, intentId);
  const refund = keep(state.refunds, 're', {
    object: 'refund',
    status: 'succeeded',
    amount: cents,
    payment_intent: intentId,
    charge: charge.id,
  });
  emit('refund.created', refund);
  emit('refund.updated', refund);
  emit('charge.refunded', charge);
  return refund;
}

/** The bank does not accept a refund. */
export function failRefund(refund: Json, emit: Emit): void {
  refund.status = 'failed';
  emit('refund.updated', refund);
  emit('refund.failed', refund);
  emit('charge.refund.updated', refund);
}

export function openDispute(
  state: FakeState,
  intentId: string,
  emit: Emit,
  { cents, isInquiry = false }: { readonly cents?: number; readonly isInquiry?: boolean } = {},
): Json {
  const amount = cents ?? state.intents.get(intentId)?.amount_received;
  const dispute = keep(state.disputes, 'du', {
    object: 'dispute',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    amount,
    currency: 'usd',
    payment_intent: intentId,
    charge: chargeOf(state, intentId).id,
    // The books of the seller are in another currency.
    balance_transactions: isInquiry ? [] : [{ amount: -2 * amount }],
  });
  emit('charge.dispute.created', dispute);
  if (!isInquiry) emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(dispute: Json, status: 'won' | 'lost' | 'warning_closed', emit: Emit): void {
  dispute.status = status;
  if (status === 'won') {
    reinstate(dispute, 1, emit);
  }
  emit('charge.dispute.closed', dispute);
}

/** A part of what was withdrawn comes back, which also happens after a dispute was lost. */
export function reinstate(dispute: Json, part: number, emit: Emit): void {
  dispute.balance_transactions.push({ amount: Math.round(2 * dispute.amount * part) });
  emit('charge.dispute.funds_reinstated', dispute);
}
