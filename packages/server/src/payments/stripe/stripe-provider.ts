import Stripe from 'stripe';
import type { EventMetadata, PaymentEvent } from '../payment-event.ts';
import type { CardCharge, PaymentProvider, SubscriptionOrder, TopUpOrder } from '../provider.ts';
import { forgetCards, startCardSetup } from './cards.ts';
import { collectInvoice } from './collect-invoice.ts';
import { priceIdOf } from './plan-prices.ts';
import {
  customerOf,
  isCardError,
  KIND,
  mapStripeErrors,
  mayHaveExpired,
  OPERATION,
  operationIn,
  type StripeDependencies,
  savedCardOf,
} from './stripe-dependencies.ts';
import {
  cancelSubscription,
  changeSubscription,
  priceRenewal,
  quoteUpgrade,
  useCard,
} from './subscriptions.ts';

/** Stripe as the payment provider: hosted Checkout for purchases, the saved card for later charges. */
export function createStripeProvider(dependencies: StripeDependencies): PaymentProvider {
  return {
    name: 'stripe',
    startTopUp: (order) => mapStripeErrors(() => startTopUp(dependencies, order)),
    startSubscription: (order) => mapStripeErrors(() => startSubscription(dependencies, order)),
    startCardSetup: (order) => mapStripeErrors(() => startCardSetup(dependencies, order)),
    useCard: (subscriptionId, token) => useCard(dependencies, subscriptionId, token),
    forgetCards: (cards) => forgetCards(dependencies, cards),
    changeSubscription: (change) => mapStripeErrors(() => changeSubscription(dependencies, change)),
    quoteUpgrade: (question) => mapStripeErrors(() => quoteUpgrade(dependencies, question)),
    priceRenewal: (renewal) => priceRenewal(dependencies, renewal),
    cancelSubscription: (subscriptionId) =>
      mapStripeErrors(() => cancelSubscription(dependencies, subscriptionId)),
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
      // Always requested: a purchase that the bank confirmed lifts the limits of new accounts.
      payment_method_options: { card: { request_three_d_secure: 'challenge' } },
      payment_method_types: ['card'],
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: operationId },
  );
  return { checkoutUrl: session.url ?? returnUrl };
}

async function startSubscription(
  dependencies: StripeDependencies,
  { operationId, payer, returnUrl, ...offer }: SubscriptionOrder,
): Promise<{ readonly checkoutUrl: string }> {
  const metadata = { [OPERATION]: operationId, [KIND]: 'subscription' };
  const session = await dependencies.stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: await customerOf(dependencies, payer),
      client_reference_id: operationId,
      metadata,
      line_items: [{ quantity: 1, price: await priceIdOf(dependencies.stripe, offer) }],
      subscription_data: { metadata },
      payment_method_types: ['card'],
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
  const eventBase = { id: `answer-${operationId}`, at: new Date(), operationId };
  const card = await savedCardOf(dependencies, payer.accountId);
  if (card === undefined) return { ...eventBase, type: 'charge_failed' };
  try {
    const intent = await createOrFindCharge(dependencies, charge, card);
    if (intent.status === 'succeeded') {
      // Its currency is that of the request.
      return {
        ...eventBase,
        type: 'charge_succeeded',
        chargeId: intent.id,
        amountCents: intent.amount_received,
      };
    }
    // An off-session charge cannot be confirmed with the bank.
    return intent.status === 'processing' ? undefined : { ...eventBase, type: 'charge_failed' };
  } catch (error) {
    if (isCardError(error)) return { ...eventBase, type: 'charge_failed' };
    throw error;
  }
}

async function createOrFindCharge(
  dependencies: StripeDependencies,
  { operationId, payer, amountCents, description }: CardCharge,
  card: string,
): Promise<Stripe.PaymentIntent> {
  const { stripe } = dependencies;
  const customer = await customerOf(dependencies, payer);
  if (mayHaveExpired(operationId)) {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
    const existing = data.find(({ metadata }) => metadata[OPERATION] === operationId);
    if (existing !== undefined) return existing;
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
  // A response replayed for an idempotency key shows the state of the first request.
  return intent.status === 'processing' ? stripe.paymentIntents.retrieve(intent.id) : intent;
}

interface RefundOrder {
  readonly operationId: string;
  readonly chargeId: string;
  readonly amountCents: number;
}

async function refundCharge(
  { stripe }: StripeDependencies,
  { operationId, chargeId, amountCents }: RefundOrder,
): Promise<PaymentEvent | undefined> {
  const eventBase = { id: `answer-${operationId}`, at: new Date() };
  const { data } = await stripe.refunds.list({ payment_intent: chargeId, limit: 100 });
  const existing = data.find(({ metadata }) => metadata?.[OPERATION] === operationId);
  if (existing !== undefined) return refundEvent(existing, eventBase);
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: chargeId, amount: amountCents, metadata: { [OPERATION]: operationId } },
      { idempotencyKey: operationId },
    );
    return refundEvent(refund, eventBase);
  } catch (error) {
    const reason = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
    if (reason === undefined || !NEVER_REFUNDED.has(reason)) throw error;
    return { ...eventBase, type: 'refund_refused', operationId, reason };
  }
}

/** Codes with which Stripe refuses a refund however often it is requested. */
const NEVER_REFUNDED = new Set([
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'refund_disputed_payment',
]);

/**
 * The event for a refund's current state; undefined while it is pending, or when it does not belong to this service.
 */
export function refundEvent(refund: Stripe.Refund, metadata: EventMetadata): PaymentEvent | undefined {
  const operationId = operationIn(refund.metadata);
  if (operationId === undefined) return undefined;
  switch (refund.status) {
    case 'succeeded':
      return { ...metadata, type: 'refund_settled', operationId };
    case 'failed':
    case 'canceled':
      return { ...metadata, type: 'refund_failed', operationId };
    default:
      return undefined;
  }
}
