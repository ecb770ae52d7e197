import { assert } from '@kinora/contract';
import Stripe from 'stripe';
import type { PaymentEvent } from '../payment-event.ts';
import { KIND, OPERATION, type StripeDependencies } from './stripe-dependencies.ts';
import { tellRefund } from './stripe-provider.ts';
import { cardOf, tellSubscription } from './subscriptions.ts';

type Told = { readonly id: string; readonly at: Date };

/**
 * The event in a webhook's body, as it came; 'forged' when its signature does not hold, undefined for what means
 * nothing to us. What may have changed since is read again at Stripe, because webhooks come in any order.
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
  return tellEvent(dependencies, event, { id: event.id, at: new Date(event.created * 1000) });
}

async function tellEvent(
  dependencies: StripeDependencies,
  event: Stripe.Event,
  told: Told,
): Promise<PaymentEvent | undefined> {
  const { stripe } = dependencies;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return tellPaidSession(stripe, event.data.object, told);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed': {
      const operationId = event.data.object.metadata?.[OPERATION];
      return operationId === undefined ? undefined : { ...told, type: 'top_up_failed', operationId };
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
      return tellRecharge(event.type, event.data.object, told);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const { id } = event.data.object;
      const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] });
      return tellSubscription(subscription, told);
    }
    case 'invoice.paid':
      return tellInvoice('invoice_paid', event.data.object, told);
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return tellInvoice('invoice_failed', event.data.object, told);
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return tellRefund(event.data.object, told);
    case 'charge.dispute.created':
      return tellDispute(dependencies, event.data.object, told);
    default:
      return undefined;
  }
}

async function tellPaidSession(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  told: Told,
): Promise<PaymentEvent | undefined> {
  const operationId = session.metadata?.[OPERATION];
  const intentId = idOf(session.payment_intent);
  // A subscription is told of by its own events; a session that waits for a bank, by a later one.
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
    ...told,
    type: 'top_up_paid',
    operationId,
    chargeId: intent.id,
    amountCents: intent.amount_received,
    card,
    // Not for an attempt that was acknowledged, or a charge that was exempted.
    confirmedByBank: secure?.result === 'authenticated',
  };
}

/** Any charge may be disputed, also that of a plan or an invoice, so it is the customer that leads to the account. */
async function tellDispute(
  { stripe, database }: StripeDependencies,
  dispute: Stripe.Dispute,
  told: Told,
): Promise<PaymentEvent | undefined> {
  const intentId = idOf(dispute.payment_intent);
  if (intentId === undefined) return undefined;
  const { customer } = await stripe.paymentIntents.retrieve(intentId);
  const [owner] = await database.query<{ accountId: string }>(
    'select account_id as "accountId" from stripe_customers where customer_id = $1',
    [idOf(customer) ?? ''],
  );
  return owner && { ...told, type: 'dispute_opened', accountId: owner.accountId };
}

function tellRecharge(
  type: 'payment_intent.succeeded' | 'payment_intent.payment_failed',
  intent: Stripe.PaymentIntent,
  told: Told,
): PaymentEvent | undefined {
  const operationId = intent.metadata[OPERATION];
  // A top-up may fail with one card and go on with the next: its session tells how it ends.
  if (operationId === undefined || intent.metadata[KIND] !== 'auto_recharge') return undefined;
  if (type === 'payment_intent.payment_failed') return { ...told, type: 'charge_failed', operationId };
  const { id: chargeId, amount_received: amountCents } = intent;
  return { ...told, type: 'charge_succeeded', operationId, chargeId, amountCents };
}

/** Invoices of subscriptions carry no operation: those are told of by the subscription. */
function tellInvoice(
  type: 'invoice_paid' | 'invoice_failed',
  invoice: Stripe.Invoice,
  told: Told,
): PaymentEvent | undefined {
  const operationId = invoice.metadata?.[OPERATION];
  return operationId === undefined ? undefined : { ...told, type, operationId };
}

function idOf(reference: string | { readonly id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
