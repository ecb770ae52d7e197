import { assert } from '@kinora/contract';
import Stripe from 'stripe';
import type { EventMetadata, PaymentEvent } from '../payment-event.ts';
import type { PlanChoice } from '../plan-price.ts';
import { planOf } from './plan-prices.ts';
import { KIND, mapStripeErrors, OPERATION, type StripeDependencies } from './stripe-dependencies.ts';
import { refundEvent } from './stripe-provider.ts';
import { EXPANDED } from './subscription-schedule.ts';
import { cardOf, subscriptionEvent } from './subscriptions.ts';

/**
 * The event in the raw body of a webhook; 'forged' when its signature is invalid, undefined for events that
 * do not concern this service. Webhooks arrive in any order, so objects that may have changed since are read
 * from Stripe.
 */
export async function readWebhook(
  dependencies: StripeDependencies,
  body: Buffer,
  signature: string,
): Promise<PaymentEvent | 'forged' | undefined> {
  const { stripe, webhookSecret } = dependencies;
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'forged';
    throw error;
  }
  const metadata = { id: event.id, at: new Date(event.created * 1000) };
  return mapStripeErrors(() => toPaymentEvent(dependencies, event, metadata));
}

async function toPaymentEvent(
  dependencies: StripeDependencies,
  event: Stripe.Event,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const { stripe } = dependencies;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return event.data.object.mode === 'setup'
        ? cardSetupEvent(stripe, event.data.object, metadata)
        : paidSessionEvent(stripe, event.data.object, metadata);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed': {
      const { metadata: ours, mode } = event.data.object;
      const operationId = ours?.[OPERATION];
      const type = mode === 'setup' ? 'card_setup_failed' : 'top_up_failed';
      return operationId === undefined ? undefined : { ...metadata, type, operationId };
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
      return rechargeEvent(event.type, event.data.object, metadata);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const { id } = event.data.object;
      const subscription = await stripe.subscriptions.retrieve(id, { expand: EXPANDED });
      return subscriptionEvent(subscription, metadata);
    }
    case 'invoice.paid':
      return invoiceEvent(stripe, 'invoice_paid', event.data.object, metadata);
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return invoiceEvent(stripe, 'invoice_failed', event.data.object, metadata);
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundEvent(event.data.object, metadata);
    case 'charge.dispute.created':
      return disputeEvent(dependencies, event.data.object, metadata);
    default:
      return undefined;
  }
}

async function paidSessionEvent(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const operationId = session.metadata?.[OPERATION];
  const intentId = idOf(session.payment_intent);
  // Subscriptions have their own events; a session whose payment is pending gets a later one.
  if (operationId === undefined || intentId === undefined || session.payment_status !== 'paid')
    return undefined;
  const intent = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge', 'payment_method'],
  });
  const card = cardOf(intent.payment_method);
  assert(card !== null, 'a top-up is paid by card');
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  const secure = charge?.payment_method_details?.card?.three_d_secure;
  return {
    ...metadata,
    type: 'top_up_paid',
    operationId,
    chargeId: intent.id,
    amountCents: intent.amount_received,
    card,
    // Not for an acknowledged attempt or an exempted charge.
    confirmedByBank: secure?.result === 'authenticated',
  };
}

async function cardSetupEvent(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const operationId = session.metadata?.[OPERATION];
  const intentId = idOf(session.setup_intent);
  if (operationId === undefined || intentId === undefined) return undefined;
  const intent = await stripe.setupIntents.retrieve(intentId, { expand: ['payment_method'] });
  const card = cardOf(intent.payment_method);
  return card === null ? undefined : { ...metadata, type: 'card_set_up', operationId, card };
}

/**
 * Any charge may be disputed, including that of a plan or an invoice, so the account is found by its Stripe
 * customer.
 */
async function disputeEvent(
  { stripe, database }: StripeDependencies,
  dispute: Stripe.Dispute,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const intentId = idOf(dispute.payment_intent);
  if (intentId === undefined) return undefined;
  const { customer } = await stripe.paymentIntents.retrieve(intentId);
  const [owner] = await database.query<{ accountId: string }>(
    'select account_id as "accountId" from stripe_customers where customer_id = $1',
    [idOf(customer) ?? ''],
  );
  return owner && { ...metadata, type: 'dispute_opened', accountId: owner.accountId };
}

function rechargeEvent(
  type: 'payment_intent.succeeded' | 'payment_intent.payment_failed',
  intent: Stripe.PaymentIntent,
  metadata: EventMetadata,
): PaymentEvent | undefined {
  const operationId = intent.metadata[OPERATION];
  // A top-up may fail with one card and succeed with the next, so only its session reports the outcome.
  if (operationId === undefined || intent.metadata[KIND] !== 'auto_recharge') return undefined;
  if (type === 'payment_intent.payment_failed') return { ...metadata, type: 'charge_failed', operationId };
  const { id: chargeId, amount_received: amountCents } = intent;
  return { ...metadata, type: 'charge_succeeded', operationId, chargeId, amountCents };
}

/**
 * The invoice of a month has its operation. One of a subscription has the operation of the subscription: when it is
 * paid, the card was charged; when it is not, the events of the subscription cover it.
 */
async function invoiceEvent(
  stripe: Stripe,
  type: 'invoice_paid' | 'invoice_failed',
  invoice: Stripe.Invoice,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const operationId = invoice.metadata?.[OPERATION];
  if (operationId !== undefined) {
    // A report of a failure may arrive during a later attempt, which ends with the response to its own call.
    return type === 'invoice_paid'
      ? { ...metadata, type, operationId }
      : { ...metadata, type, operationId, tries: 1 };
  }
  const ofPlan = invoice.parent?.subscription_details?.metadata?.[OPERATION];
  const { id: invoiceId, amount_paid: amountCents } = invoice;
  if (ofPlan === undefined || type !== 'invoice_paid' || amountCents === 0) return undefined;
  return {
    ...metadata,
    // Stripe may report one payment by two events, and nothing but this id tells that the charge has been recorded.
    id: `paid-${invoiceId ?? metadata.id}`,
    type: 'plan_charged',
    operationId: ofPlan,
    amountCents,
    bought: await boughtPlan(stripe, invoice),
    isUpgrade: invoice.billing_reason === 'subscription_update',
  };
}

/** The plan of the line that is charged: an upgrade has one that credits the rest of the former plan too. */
async function boughtPlan(stripe: Stripe, { lines }: Stripe.Invoice): Promise<PlanChoice | null> {
  const id = idOf(lines.data.findLast(({ amount }) => amount > 0)?.pricing?.price_details?.price ?? null);
  return id === undefined ? null : (planOf(await stripe.prices.retrieve(id)) ?? null);
}

function idOf(reference: string | { readonly id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
