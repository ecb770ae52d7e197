import type Stripe from 'stripe';
import type { Card, EventMetadata, PaymentEvent } from '../payment-event.ts';
import type { PlanChange } from '../provider.ts';
import { planOf, planPrice } from './plan-prices.ts';
import { isCardError, OPERATION, type StripeDependencies, wholeSecond } from './stripe-dependencies.ts';

const ACTIVE = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due']);
const ENDED = new Set<Stripe.Subscription.Status>(['canceled', 'unpaid', 'incomplete_expired']);

/**
 * The event for a subscription's current state; undefined when it does not belong to this service, or is unpaid.
 */
export function subscriptionEvent(
  subscription: Stripe.Subscription,
  metadata: EventMetadata,
): PaymentEvent | undefined {
  const operationId = subscription.metadata[OPERATION];
  const item = subscription.items.data[0];
  const plan = item && planOf(item.price);
  if (operationId === undefined || item === undefined || plan === undefined) return undefined;
  const eventBase = { ...metadata, operationId, subscriptionId: subscription.id };
  if (ENDED.has(subscription.status)) return { ...eventBase, type: 'subscription_ended' };
  if (!ACTIVE.has(subscription.status)) return undefined;
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod } = subscription;
  const end = cancelAt ?? (endsWithPeriod ? item.current_period_end : null);
  return {
    ...eventBase,
    ...plan,
    type: 'subscription_active',
    endsAt: end === null ? null : new Date(end * 1000),
    card: cardOf(subscription.default_payment_method),
  };
}

/** The card of an expanded payment method; null for other kinds and for a bare id. */
export function cardOf(method: Stripe.PaymentMethod | string | null): Card | null {
  if (method === null || typeof method === 'string' || method.card == null) return null;
  const { brand, last4, fingerprint } = method.card;
  return { token: method.id, brand, last4, fingerprint: fingerprint ?? method.id };
}

/** Changes a subscription's plan. The difference is charged at once; if it is declined, nothing changes. */
export async function changeSubscription(
  { stripe }: StripeDependencies,
  { operationId, subscriptionId, plan, interval }: PlanChange,
): Promise<PaymentEvent | 'declined' | undefined> {
  const price = await planPrice(stripe, plan, interval);
  const before = await stripe.subscriptions.retrieve(subscriptionId);
  if (ENDED.has(before.status)) return endedSubscriptionEvent(before);
  try {
    const changed = await stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: before.items.data[0]?.id ?? '', price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
        expand: ['default_payment_method'],
      },
      { idempotencyKey: operationId },
    );
    return subscriptionEvent(changed, { id: `answer-${operationId}`, at: wholeSecond(new Date()) });
  } catch (error) {
    if (isCardError(error)) return 'declined';
    throw error;
  }
}

export async function cancelSubscription(
  { stripe }: StripeDependencies,
  subscriptionId: string,
): Promise<PaymentEvent | undefined> {
  const before = await stripe.subscriptions.retrieve(subscriptionId);
  if (ENDED.has(before.status)) return endedSubscriptionEvent(before);
  const cancelled = await stripe.subscriptions.update(subscriptionId, {
    cancel_at_period_end: true,
    expand: ['default_payment_method'],
  });
  const at = wholeSecond(new Date());
  return subscriptionEvent(cancelled, { id: `answer-cancel-${subscriptionId}-${at.getTime()}`, at });
}

/** Stripe rejects changes of an ended subscription; the webhook of its end may not have arrived yet. */
function endedSubscriptionEvent(subscription: Stripe.Subscription): PaymentEvent | undefined {
  return subscriptionEvent(subscription, {
    id: `answer-over-${subscription.id}`,
    at: wholeSecond(new Date()),
  });
}
