import type Stripe from 'stripe';
import { isDowngrade, isSamePlan } from '../../catalogue/plans.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Card, EventMetadata, PaymentEvent } from '../payment-event.ts';
import type { PlanChange, PlanQuestion, RenewalPrice } from '../provider.ts';
import { planOf, priceIdOf } from './plan-prices.ts';
import { isCardError, operationIn, type StripeDependencies, wholeSecond } from './stripe-dependencies.ts';
import { EXPANDED, scheduleChange, scheduledPlan, withoutSchedule } from './subscription-schedule.ts';

const ACTIVE = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due']);
const ENDED = new Set<Stripe.Subscription.Status>(['canceled', 'unpaid', 'incomplete_expired']);

/**
 * The event for a subscription's current state; undefined when it does not belong to this service, or is unpaid.
 */
export function subscriptionEvent(
  subscription: Stripe.Subscription,
  metadata: EventMetadata,
): PaymentEvent | undefined {
  const operationId = operationIn(subscription.metadata);
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
    period: {
      start: new Date(item.current_period_start * 1000),
      end: new Date(item.current_period_end * 1000),
    },
    next: scheduledPlan(subscription),
    endsAt: end === null ? null : new Date(end * 1000),
    card: cardOf(subscription.default_payment_method),
  };
}

/** The card of an expanded payment method; null for other kinds and for a bare id. */
export function cardOf(method: Stripe.PaymentMethod | string | null): Card | null {
  if (method === null || typeof method === 'string' || method.card == null) return null;
  const { brand, last4, fingerprint, exp_month: month, exp_year: year } = method.card;
  // Nobody would recognise a card without its last four digits.
  if (!/^\d{4}$/.test(last4 ?? '')) return null;
  const expires = { month, year };
  return { token: method.id, brand, last4, fingerprint: fingerprint ?? method.id, expires };
}

/** Changes a subscription's plan, as `PaymentProvider.changeSubscription` describes. */
export async function changeSubscription(
  { stripe }: StripeDependencies,
  change: PlanChange,
): Promise<PaymentEvent | 'declined' | 'repriced' | undefined> {
  const { operationId, subscriptionId, agreed } = change;
  const before = await stripe.subscriptions.retrieve(subscriptionId, { expand: EXPANDED });
  if (ENDED.has(before.status)) return endedSubscriptionEvent(before);
  const from = before.items.data[0] && planOf(before.items.data[0].price);
  const isLater = from !== undefined && isDowngrade(from, change);
  if (agreed !== undefined) {
    const cents = isLater ? 0 : await previewCents(stripe, before, { ...change, at: agreed.at });
    if (cents !== agreed.cents) return 'repriced';
  }
  if (isLater) await scheduleChange(stripe, before, change);
  else if (!(await changeNow(stripe, before, change))) return 'declined';
  const after = await stripe.subscriptions.retrieve(subscriptionId, { expand: EXPANDED });
  return subscriptionEvent(after, { id: `answer-${operationId}`, at: wholeSecond(new Date()) });
}

/** What `changeSubscription` charges for an upgrade at a moment: Stripe computes it. */
export async function quoteUpgrade(
  { stripe }: StripeDependencies,
  question: PlanQuestion,
): Promise<Cents | undefined> {
  const before = await stripe.subscriptions.retrieve(question.subscriptionId, { expand: EXPANDED });
  return ENDED.has(before.status) ? undefined : previewCents(stripe, before, question);
}

/** Undefined for a moment outside of the current period. */
async function previewCents(
  stripe: Stripe,
  before: Stripe.Subscription,
  { at, ...offer }: PlanQuestion,
): Promise<Cents | undefined> {
  const price = await priceIdOf(stripe, offer);
  const item = before.items.data[0];
  const seconds = secondsOf(at);
  if (item === undefined || seconds < item.current_period_start || seconds > item.current_period_end) {
    return undefined;
  }
  const preview = await stripe.invoices.createPreview({
    subscription: before.id,
    subscription_details: {
      items: [{ id: item.id, price }],
      proration_behavior: 'always_invoice',
      proration_date: seconds,
    },
  });
  return preview.amount_due;
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Charges the difference at once; false when it is declined and nothing changes. */
async function changeNow(stripe: Stripe, before: Stripe.Subscription, change: PlanChange): Promise<boolean> {
  const price = await priceIdOf(stripe, change);
  const update = () =>
    stripe.subscriptions.update(
      before.id,
      {
        items: [{ id: before.items.data[0]?.id ?? '', price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        // The same rest of the period as in the preview, so the same amount.
        ...(change.agreed !== undefined && { proration_date: secondsOf(change.agreed.at) }),
        cancel_at_period_end: false,
      },
      { idempotencyKey: change.operationId },
    );
  try {
    await withoutSchedule(stripe, before, update);
    return true;
  } catch (error) {
    if (isCardError(error)) return false;
    throw error;
  }
}

/** Changes what a subscription renews at, as `PaymentProvider.priceRenewal` describes. */
export async function priceRenewal(
  { stripe }: StripeDependencies,
  renewal: RenewalPrice,
): Promise<PaymentEvent | undefined> {
  const { operationId, subscriptionId } = renewal;
  const before = await stripe.subscriptions.retrieve(subscriptionId, { expand: EXPANDED });
  if (ENDED.has(before.status)) return endedSubscriptionEvent(before);
  const current = before.items.data[0] && planOf(before.items.data[0].price);
  const renewsAs = scheduledPlan(before) ?? current;
  const ends = before.cancel_at_period_end || before.cancel_at !== null;
  if (current !== undefined && renewsAs !== undefined && !ends && isSamePlan(renewsAs, renewal)) {
    const stays = isSamePlan(current, renewal) && current.cents === renewal.cents;
    // Without a schedule it renews as it is.
    if (stays) await withoutSchedule(stripe, before, async () => {});
    else await scheduleChange(stripe, before, renewal);
  }
  const after = await stripe.subscriptions.retrieve(subscriptionId, { expand: EXPANDED });
  return subscriptionEvent(after, { id: `answer-${operationId}`, at: wholeSecond(new Date()) });
}

export async function cancelSubscription(
  { stripe }: StripeDependencies,
  subscriptionId: string,
): Promise<PaymentEvent | undefined> {
  const before = await stripe.subscriptions.retrieve(subscriptionId, { expand: EXPANDED });
  if (ENDED.has(before.status)) return endedSubscriptionEvent(before);
  const cancelled = await withoutSchedule(stripe, before, () =>
    stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true, expand: EXPANDED }),
  );
  const at = wholeSecond(new Date());
  return subscriptionEvent(cancelled, { id: `answer-cancel-${subscriptionId}-${at.getTime()}`, at });
}

/** Has a subscription charged to another card; one that has ended is not charged any more. */
export async function useCard(
  { stripe }: StripeDependencies,
  subscriptionId: string,
  token: string,
): Promise<void> {
  const { status, default_payment_method: current } = await stripe.subscriptions.retrieve(subscriptionId);
  if (ENDED.has(status) || current === token) return;
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: token });
}

/** Stripe rejects changes of an ended subscription; the webhook of its end may not have arrived yet. */
function endedSubscriptionEvent(subscription: Stripe.Subscription): PaymentEvent | undefined {
  return subscriptionEvent(subscription, {
    id: `answer-over-${subscription.id}`,
    at: wholeSecond(new Date()),
  });
}
