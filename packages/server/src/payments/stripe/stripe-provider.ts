import type Stripe from 'stripe';
import type { PaymentEvent } from '../payment-event.ts';
import type { CardCharge, PaymentProvider, SubscriptionOrder, TopUpOrder } from '../provider.ts';
import { collectInvoice } from './collect-invoice.ts';
import { planPrice } from './plan-prices.ts';
import {
  customerOf,
  isCardError,
  KIND,
  mayBeForgotten,
  OPERATION,
  type StripeDependencies,
  savedCardOf,
  whileReachable,
} from './stripe-dependencies.ts';
import { cancelSubscription, changeSubscription } from './subscriptions.ts';

/** Stripe as our provider: hosted Checkout for what the customer pays, saved cards for what is charged later. */
export function createStripeProvider(dependencies: StripeDependencies): PaymentProvider {
  return {
    name: 'stripe',
    startTopUp: (order) => whileReachable(() => startTopUp(dependencies, order)),
    startSubscription: (order) => whileReachable(() => startSubscription(dependencies, order)),
    changeSubscription: (change) => whileReachable(() => changeSubscription(dependencies, change)),
    cancelSubscription: (subscriptionId) =>
      whileReachable(() => cancelSubscription(dependencies, subscriptionId)),
    chargeSavedCard: (charge) => chargeSavedCard(dependencies, charge),
    collectInvoice: (charge) => collectInvoice(dependencies, charge),
    refund: (refund) => refundCharge(dependencies, refund),
  };
}

async function startTopUp(
  dependencies: StripeDependencies,
  { operationId, payer, amountCents, returnUrl }: TopUpOrder,
): Promise<{ readonly checkoutUrl: string }> {
  const metadata = { [OPERATION]: operationId, [KIND]: 'top_up' };
  const session = await dependencies.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      customer: await customerOf(dependencies, payer),
      client_reference_id: operationId,
      metadata,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: amountCents,
            product_data: { name: 'Kinora prepaid balance' },
          },
        },
      ],
      payment_intent_data: { setup_future_usage: 'off_session', metadata },
      // Asked for every time: a purchase that the bank confirmed lifts the limits of new accounts.
      payment_method_options: { card: { request_three_d_secure: 'challenge' } },
      allowed_payment_method_types: ['card'],
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: operationId },
  );
  return { checkoutUrl: session.url ?? returnUrl };
}

async function startSubscription(
  dependencies: StripeDependencies,
  { operationId, payer, plan, interval, returnUrl }: SubscriptionOrder,
): Promise<{ readonly checkoutUrl: string }> {
  const metadata = { [OPERATION]: operationId, [KIND]: 'subscription' };
  const session = await dependencies.stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: await customerOf(dependencies, payer),
      client_reference_id: operationId,
      metadata,
      line_items: [{ quantity: 1, price: await planPrice(dependencies.stripe, plan, interval) }],
      subscription_data: { metadata },
      allowed_payment_method_types: ['card'],
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: operationId },
  );
  return { checkoutUrl: session.url ?? returnUrl };
}

async function chargeSavedCard(
  dependencies: StripeDependencies,
  charge: CardCharge,
): Promise<PaymentEvent | undefined> {
  const { operationId, payer } = charge;
  const told = { id: `answer-${operationId}`, at: new Date(), operationId };
  const card = await savedCardOf(dependencies, payer.accountId);
  if (card === undefined) return { ...told, type: 'charge_failed' };
  try {
    const intent = await askForCharge(dependencies, charge, card);
    if (intent.status === 'succeeded') {
      return { ...told, type: 'charge_succeeded', chargeId: intent.id, amountCents: intent.amount_received };
    }
    // Nobody is there to confirm with the bank.
    return intent.status === 'processing' ? undefined : { ...told, type: 'charge_failed' };
  } catch (error) {
    if (isCardError(error)) return { ...told, type: 'charge_failed' };
    throw error;
  }
}

async function askForCharge(
  dependencies: StripeDependencies,
  { operationId, payer, amountCents, description }: CardCharge,
  card: string,
): Promise<Stripe.PaymentIntent> {
  const { stripe } = dependencies;
  const customer = await customerOf(dependencies, payer);
  if (mayBeForgotten(operationId)) {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
    const known = data.find(({ metadata }) => metadata[OPERATION] === operationId);
    if (known !== undefined) return known;
  }
  const intent = await stripe.paymentIntents.create(
    {
      amount: amountCents,
      currency: 'usd',
      customer,
      payment_method: card,
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
      description,
      metadata: { [OPERATION]: operationId, [KIND]: 'auto_recharge' },
    },
    { idempotencyKey: operationId },
  );
  // An answer that is repeated for its key is as old as its first time.
  return intent.status === 'processing' ? stripe.paymentIntents.retrieve(intent.id) : intent;
}

async function refundCharge(
  { stripe }: StripeDependencies,
  {
    operationId,
    chargeId,
    amountCents,
  }: { readonly operationId: string; readonly chargeId: string; readonly amountCents: number },
): Promise<PaymentEvent | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent: chargeId, limit: 100 });
  const refund =
    data.find(({ metadata }) => metadata?.[OPERATION] === operationId) ??
    (await stripe.refunds.create(
      { payment_intent: chargeId, amount: amountCents, metadata: { [OPERATION]: operationId } },
      { idempotencyKey: operationId },
    ));
  return tellRefund(refund, { id: `answer-${operationId}`, at: new Date() });
}

/** What a refund as it is now means; undefined while it is under way, or when it is not ours. */
export function tellRefund(
  refund: Stripe.Refund,
  told: { readonly id: string; readonly at: Date },
): PaymentEvent | undefined {
  const operationId = refund.metadata?.[OPERATION];
  if (operationId === undefined) return undefined;
  switch (refund.status) {
    case 'succeeded':
      return { ...told, type: 'refund_settled', operationId };
    case 'failed':
    case 'canceled':
      return { ...told, type: 'refund_failed', operationId };
    default:
      return undefined;
  }
}
