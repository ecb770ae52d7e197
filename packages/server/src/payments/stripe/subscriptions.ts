import type Stripe from 'stripe';
import type { Card, PaymentEvent } from '../payment-event.ts';
import type { PlanChange } from '../provider.ts';
import { planOf, planPrice } from './plan-prices.ts';
import { isCardError, OPERATION, type StripeDependencies, wholeSecond } from './stripe-dependencies.ts';

const RUNNING = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due']);
const OVER = new Set<Stripe.Subscription.Status>(['canceled', 'unpaid', 'incomplete_expired']);

/** What a subscription as it is now means to us; undefined when it is not ours, or not yet paid for. */
export function tellSubscription(
  subscription: Stripe.Subscription,
  told: { readonly id: string; readonly at: Date },
): PaymentEvent | undefined {
  const operationId = subscription.metadata[OPERATION];
  const item = subscription.items.data[0];
  const plan = item && planOf(item.price);
  if (operationId === undefined || item === undefined || plan === undefined) return undefined;
  const about = { ...told, operationId, subscriptionId: subscription.id };
  if (OVER.has(subscription.status)) return { ...about, type: 'subscription_ended' };
  if (!RUNNING.has(subscription.status)) return undefined;
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod } = subscription;
  const end = cancelAt ?? (endsWithPeriod ? item.current_period_end : null);
  return {
    ...about,
    ...plan,
    type: 'subscription_active',
    endsAt: end === null ? null : new Date(end * 1000),
    card: cardOf(subscription.default_payment_method),
  };
}

/** The card of a payment method that was read along; null for other means and for a bare id. */
export function cardOf(method: Stripe.PaymentMethod | string | null): Card | null {
  if (method === null || typeof method === 'string' || method.card == null) return null;
  const { brand, last4, fingerprint } = method.card;
  return { token: method.id, brand, last4, fingerprint: fingerprint ?? method.id };
}

/** Moves a subscription to another plan; the difference is charged at once, and without it nothing changes. */
export async function changeSubscription(
  { stripe }: StripeDependencies,
  { operationId, subscriptionId, plan, interval }: PlanChange,
): Promise<PaymentEvent | 'declined' | undefined> {
  const price = await planPrice(stripe, plan, interval);
  const before = await stripe.subscriptions.retrieve(subscriptionId);
  if (OVER.has(before.status)) return tellOver(before);
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
    return tellSubscription(changed, { id: `answer-${operationId}`, at: wholeSecond(new Date()) });
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
  if (OVER.has(before.status)) return tellOver(before);
  const cancelled = await stripe.subscriptions.update(subscriptionId, {
    cancel_at_period_end: true,
    expand: ['default_payment_method'],
  });
  const at = wholeSecond(new Date());
  return tellSubscription(cancelled, { id: `answer-cancel-${subscriptionId}-${at.getTime()}`, at });
}

/** Stripe changes nothing about what is over; its own event of that may still be on the way. */
function tellOver(subscription: Stripe.Subscription): PaymentEvent | undefined {
  return tellSubscription(subscription, {
    id: `answer-over-${subscription.id}`,
    at: wholeSecond(new Date()),
  });
}
