import { type FakeState, type Json, keep } from './objects.ts';

/** The invoice of a period, or of an upgrade from a `former` price, whose rest is credited. */
export function planInvoice(
  state: FakeState,
  { id, metadata, customer }: Json,
  cents: number,
  price: Json,
  former?: Json,
): Json {
  const details = { subscription: id, metadata };
  const parent = { type: 'subscription_details', subscription_details: details };
  const lineOf = (amount: number, { id: priceId }: Json) => ({
    amount,
    pricing: { type: 'price_details', price_details: { price: priceId } },
  });
  const credit = Number(former?.unit_amount ?? 0);
  const data = [...(former ? [lineOf(-credit, former)] : []), lineOf(cents + credit, price)];
  const invoice = keep(state.invoices, 'in', {
    billing_reason: former === undefined ? 'subscription_cycle' : 'subscription_update',
    lines: { object: 'list', data },
    object: 'invoice',
    status: 'paid',
    amount_paid: cents,
    customer,
    parent,
  });
  payByIntent(state, invoice, cents);
  return invoice;
}

/** Stripe makes the intent of an invoice itself, so that has no metadata. */
export function payByIntent(state: FakeState, invoice: Json, amount: number): void {
  const intent = keep(state.intents, 'pi', {
    object: 'payment_intent',
    customer: invoice.customer,
    currency: 'usd',
    status: 'succeeded',
    amount,
    amount_received: amount,
  });
  keep(state.charges, 'ch', { object: 'charge', payment_intent: intent.id });
  invoice.payment_intent = intent.id;
}
