import type Stripe from 'stripe';
import type { PlanChoice } from '../../catalogue/plans.ts';
import type { EventMetadata, PaymentEvent } from '../payment-event.ts';
import { settledInvoiceEvent } from './collect-invoice.ts';
import { planOf } from './plan-prices.ts';
import { ownerOf, readDisputedCharge, readRefundedCharge, readTakenBack } from './read-taken-back.ts';
import { idOf, KIND, operationIn, type StripeDependencies } from './stripe-dependencies.ts';
import { refundEvent } from './stripe-provider.ts';
import { EXPANDED } from './subscription-schedule.ts';
import { cardOf, subscriptionEvent } from './subscriptions.ts';

/** The event that a webhook's object means, by the state that it has now; undefined if it changes nothing here. */
type EventReader = (
  dependencies: StripeDependencies,
  id: string,
  metadata: EventMetadata,
  type: string,
) => Promise<PaymentEvent | undefined>;

/** What reads the object of an event, by the kind of object. Each reads it from Stripe. */
export const eventReaders = {
  session: readSession,
  intent: readIntent,
  subscription: async ({ stripe }, id, metadata) =>
    subscriptionEvent(await stripe.subscriptions.retrieve(id, { expand: EXPANDED }), metadata),
  invoice: readInvoice,
  refund: readRefund,
  charge: readRefundedCharge,
  dispute: readDisputedCharge,
  warning: readWarning,
} as const satisfies Readonly<Record<string, EventReader>>;

export type ReaderName = keyof typeof eventReaders;

/** A checkout. Subscriptions have their own events; a checkout whose payment is on its way gets a later one. */
async function readSession(
  { stripe }: StripeDependencies,
  id: string,
  metadata: EventMetadata,
  type: string,
): Promise<PaymentEvent | undefined> {
  const session = await stripe.checkout.sessions.retrieve(id);
  const operationId = operationIn(session.metadata);
  if (operationId === undefined) return undefined;
  const hasFailed = session.status === 'expired' || type === 'checkout.session.async_payment_failed';
  if (session.mode === 'setup') {
    const intent = idOf(session.setup_intent);
    if (intent !== undefined && !hasFailed) return readSetup(stripe, intent, operationId, metadata);
    return hasFailed ? { ...metadata, type: 'card_setup_failed', operationId } : undefined;
  }
  const intent = idOf(session.payment_intent);
  if (session.mode === 'payment' && session.payment_status === 'paid' && intent !== undefined) {
    return topUpEvent(await retrieveIntent(stripe, intent), operationId, metadata);
  }
  return hasFailed ? { ...metadata, type: 'top_up_failed', operationId } : undefined;
}

/** A card that was added without a purchase; what is no card cannot be charged later. */
async function readSetup(
  stripe: Stripe,
  intentId: string,
  operationId: string,
  metadata: EventMetadata,
): Promise<PaymentEvent> {
  const intent = await stripe.setupIntents.retrieve(intentId, { expand: ['payment_method'] });
  const card = cardOf(intent.payment_method);
  return card === null
    ? { ...metadata, type: 'card_setup_failed', operationId }
    : { ...metadata, type: 'card_set_up', operationId, card };
}

const retrieveIntent = (stripe: Stripe, id: string) =>
  stripe.paymentIntents.retrieve(id, { expand: ['latest_charge', 'payment_method'] });

async function readIntent(
  { stripe }: StripeDependencies,
  id: string,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const intent = await retrieveIntent(stripe, id);
  const operationId = operationIn(intent.metadata);
  if (operationId === undefined) return undefined;
  // A top-up may fail with one card and succeed with the next, so only its session reports that it failed.
  if (intent.metadata[KIND] === 'top_up') return topUpEvent(intent, operationId, metadata);
  if (intent.metadata[KIND] !== 'auto_recharge') return undefined;
  if (intent.status === 'processing') return undefined;
  if (intent.status !== 'succeeded') return { ...metadata, type: 'charge_failed', operationId };
  const { id: chargeId, amount_received: amountCents } = intent;
  return (
    notCredited(intent, operationId, metadata) ?? {
      ...metadata,
      type: 'charge_succeeded',
      operationId,
      chargeId,
      amountCents,
    }
  );
}

/** What arrived is credited, whatever paid it. */
function topUpEvent(
  intent: Stripe.PaymentIntent,
  operationId: string,
  metadata: EventMetadata,
): PaymentEvent | undefined {
  if (intent.status !== 'succeeded' || intent.amount_received === 0) return undefined;
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  const method = typeof intent.payment_method === 'string' ? null : intent.payment_method;
  return (
    notCredited(intent, operationId, metadata) ?? {
      ...metadata,
      type: 'top_up_paid',
      operationId,
      chargeId: intent.id,
      amountCents: intent.amount_received,
      card: cardOf(method),
      paidWith: method?.type ?? charge?.payment_method_details?.type ?? 'another way',
      // Not for an acknowledged attempt or an exempted charge.
      confirmedByBank: charge?.payment_method_details?.card?.three_d_secure?.result === 'authenticated',
    }
  );
}

/** Balances are in US dollars. Another currency is never credited as if it were that. */
function notCredited(
  { id, currency, amount_received: amount }: Stripe.PaymentIntent,
  operationId: string,
  metadata: EventMetadata,
): PaymentEvent | undefined {
  if (currency === 'usd') return undefined;
  return { ...metadata, type: 'payment_not_credited', operationId, chargeId: id, amount, currency };
}

const FAILURES: ReadonlySet<string> = new Set(['invoice.payment_failed', 'invoice.payment_action_required']);

/**
 * The invoice of a month has its operation. One of a subscription has the operation of the subscription: when it is
 * paid, the card was charged; when it is not, the events of the subscription cover it.
 */
async function readInvoice(
  { stripe }: StripeDependencies,
  id: string,
  metadata: EventMetadata,
  type: string,
): Promise<PaymentEvent | undefined> {
  const invoice = await stripe.invoices.retrieve(id);
  const operationId = operationIn(invoice.metadata);
  if (operationId !== undefined) {
    const settled = settledInvoiceEvent(invoice, { ...metadata, operationId });
    if (settled !== undefined || !FAILURES.has(type)) return settled;
    // A report of a failure may arrive during a later attempt, which ends with the response to its own call.
    return { ...metadata, type: 'invoice_failed', operationId, tries: 1 };
  }
  const { status, amount_paid: amountCents } = invoice;
  if (status !== 'paid' || amountCents === 0) return undefined;
  const ofPlan = await operationOfPlan(stripe, invoice);
  if (ofPlan === undefined) return undefined;
  return {
    ...metadata,
    // Stripe may report one payment by two events, and nothing but this id tells that the charge has been recorded.
    id: `paid-${id}`,
    type: 'plan_charged',
    operationId: ofPlan,
    amountCents,
    bought: await boughtPlan(stripe, invoice),
    isUpgrade: invoice.billing_reason === 'subscription_update',
  };
}

/** The invoice has a copy of the subscription's metadata, of the time when it was created. */
async function operationOfPlan(stripe: Stripe, { parent }: Stripe.Invoice): Promise<string | undefined> {
  const details = parent?.subscription_details;
  const copied = operationIn(details?.metadata);
  const subscription = idOf(details?.subscription ?? null);
  if (copied !== undefined || subscription === undefined) return copied;
  return operationIn((await stripe.subscriptions.retrieve(subscription)).metadata);
}

/** The plan of the line that is charged: an upgrade has one that credits the rest of the former plan too. */
async function boughtPlan(stripe: Stripe, { lines }: Stripe.Invoice): Promise<PlanChoice | null> {
  const id = idOf(lines.data.findLast(({ amount }) => amount > 0)?.pricing?.price_details?.price ?? null);
  return id === undefined ? null : (planOf(await stripe.prices.retrieve(id)) ?? null);
}

/** A refund that was requested here has its own operation; every other one took back what was paid. */
async function readRefund(
  dependencies: StripeDependencies,
  id: string,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const refund = await dependencies.stripe.refunds.retrieve(id);
  if (operationIn(refund.metadata) !== undefined) return refundEvent(refund, metadata);
  return readTakenBack(dependencies, idOf(refund.payment_intent), metadata);
}

async function readWarning(
  dependencies: StripeDependencies,
  id: string,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const warning = await dependencies.stripe.radar.earlyFraudWarnings.retrieve(id);
  const chargeId = idOf(warning.payment_intent ?? null);
  if (chargeId === undefined) return undefined;
  const accountId = await ownerOf(dependencies, await dependencies.stripe.paymentIntents.retrieve(chargeId));
  return accountId === undefined ? undefined : { ...metadata, type: 'fraud_suspected', accountId, chargeId };
}
