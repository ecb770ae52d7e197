import { type Emit, type FakeState, type Json, keep, MONTH_S, newObjectId, seconds } from './objects.ts';
import { planInvoice } from './plan-invoice.ts';

/** How a buyer pays other than at once, in full, in US dollars, and by the card. */
export interface PaidOtherwise {
  /** The type of the payment method, such as `link`. */
  readonly method?: string;
  readonly currency?: string;
  readonly cents?: number;
  /** The money arrives later: `arrive` of the fake says when. */
  readonly isDelayed?: boolean;
}

/** The buyer pays on the Checkout page. */
export function paySession(
  state: FakeState,
  session: Json,
  card: Json,
  emit: Emit,
  otherwise: PaidOtherwise = {},
): void {
  Object.assign(session, { status: 'complete', payment_status: 'paid' });
  if (session.mode === 'setup') {
    const intent = keep(state.setupIntents, 'seti', { payment_method: card.id, status: 'succeeded' });
    Object.assign(session, { payment_status: 'no_payment_required', setup_intent: intent.id });
    emit('checkout.session.completed', session);
    return;
  }
  if (session.mode === 'subscription') {
    const price = state.prices.get(session.line_items[0].price);
    const period = { current_period_start: seconds(), current_period_end: seconds() + MONTH_S };
    const subscription = keep(state.subscriptions, 'sub', {
      object: 'subscription',
      customer: session.customer,
      metadata: session.subscription_data.metadata,
      status: 'active',
      default_payment_method: card.id,
      cancel_at: null,
      cancel_at_period_end: false,
      schedule: null,
      items: { data: [{ id: newObjectId('si'), price, ...period }] },
    });
    emit('customer.subscription.created', { ...subscription, status: 'incomplete' });
    emit('customer.subscription.updated', subscription);
    emit('invoice.paid', planInvoice(state, subscription, Number(price?.unit_amount), price ?? {}));
  } else {
    payOnce(state, session, card, emit, otherwise);
  }
  emit('checkout.session.completed', session);
}

function payOnce(
  state: FakeState,
  session: Json,
  card: Json,
  emit: Emit,
  { method, currency = 'usd', cents, isDelayed = false }: PaidOtherwise,
): void {
  const amount = cents ?? Number(session.line_items[0].price_data.unit_amount);
  const secure = { result: card.behaviour === 'authenticates' ? 'authenticated' : 'attempt_acknowledged' };
  const type = method ?? 'card';
  if (method !== undefined) {
    const { card: _, ...rest } = card;
    state.methods.set(card.id, { ...rest, type: method, [method]: {} });
  }
  const details = method === undefined ? { type, card: { three_d_secure: secure } } : { type, [type]: {} };
  const charge = keep(state.charges, 'ch', { object: 'charge', payment_method_details: details });
  const intent = keep(state.intents, 'pi', {
    object: 'payment_intent',
    customer: session.customer,
    metadata: session.payment_intent_data.metadata,
    status: isDelayed ? 'processing' : 'succeeded',
    currency,
    amount,
    amount_received: isDelayed ? 0 : amount,
    payment_method: card.id,
    latest_charge: charge,
  });
  charge.payment_intent = intent.id;
  session.payment_intent = intent.id;
  if (isDelayed) session.payment_status = 'unpaid';
  else emit('payment_intent.succeeded', intent);
}

/** The money of a delayed payment arrives, or does not. */
export function endDelayed(state: FakeState, session: Json, emit: Emit, arrives: boolean): void {
  const intent = state.intents.get(session.payment_intent) ?? {};
  if (arrives) {
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    session.payment_status = 'paid';
    emit('payment_intent.succeeded', intent);
    emit('checkout.session.async_payment_succeeded', session);
  } else {
    intent.status = 'requires_payment_method';
    emit('payment_intent.payment_failed', intent);
    emit('checkout.session.async_payment_failed', session);
  }
}
