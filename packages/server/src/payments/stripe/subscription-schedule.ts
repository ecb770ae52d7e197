import { assert } from '@kinora/contract';
import type Stripe from 'stripe';
import type { PlanPrice } from '../../catalogue/plans.ts';
import type { RenewalPrice } from '../provider.ts';
import { planOf, priceIdOf } from './plan-prices.ts';

/** What every read of a subscription includes: its card, and the plan that a downgrade waits for. */
export const EXPANDED = ['default_payment_method', 'schedule.phases.items.price'];

/**
 * Schedules another plan, or another price, for the end of the paid period. A schedule has two phases: the current plan
 * until then, and the first period of the new one; afterwards the subscription renews by itself.
 */
export async function scheduleChange(
  stripe: Stripe,
  before: Stripe.Subscription,
  { operationId, subscriptionId, ...offer }: RenewalPrice,
): Promise<void> {
  const item = before.items.data[0];
  assert(item !== undefined, 'a subscription has an item');
  const price = await priceIdOf(stripe, offer);
  // Stripe allows no cancellation beside a schedule.
  if (before.cancel_at_period_end) {
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
  }
  const schedule =
    before.schedule !== null && typeof before.schedule !== 'string'
      ? before.schedule
      : await stripe.subscriptionSchedules.create(
          { from_subscription: subscriptionId },
          { idempotencyKey: `${operationId}-schedule` },
        );
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: schedule.current_phase?.start_date ?? item.current_period_start,
        end_date: item.current_period_end,
      },
      { items: [{ price, quantity: 1 }], duration: { interval: offer.interval }, proration_behavior: 'none' },
    ],
  });
}

/**
 * Cancels a scheduled change of plan, if there is one, and runs `work`, which Stripe allows only then. If that fails and has
 * changed nothing, the change is scheduled again.
 */
export async function withoutSchedule<Value>(
  stripe: Stripe,
  before: Stripe.Subscription,
  work: () => Promise<Value>,
): Promise<Value> {
  const { schedule } = before;
  if (schedule === null) return work();
  const operationId = typeof schedule === 'string' ? schedule : schedule.id;
  const pending = scheduledPlan(before);
  try {
    await stripe.subscriptionSchedules.release(operationId);
    return await work();
  } catch (error) {
    if (pending !== null) await scheduleAgain(stripe, before, operationId, pending);
    throw error;
  }
}

async function scheduleAgain(
  stripe: Stripe,
  before: Stripe.Subscription,
  operationId: string,
  pending: PlanPrice,
): Promise<void> {
  const now = await stripe.subscriptions.retrieve(before.id, { expand: EXPANDED });
  const isAsBefore =
    now.items.data[0]?.price.id === before.items.data[0]?.price.id &&
    now.cancel_at_period_end === before.cancel_at_period_end;
  if (now.schedule === null && isAsBefore) {
    // Its price exists already, so the name of the product is not used.
    const renewal = { ...pending, product: pending.plan, operationId, subscriptionId: before.id };
    await scheduleChange(stripe, now, renewal);
  }
}

/** What an expanded subscription renews as at the end of its paid period, if that is another plan or another price. */
export function scheduledPlan({ schedule, items }: Stripe.Subscription): PlanPrice | null {
  if (schedule === null || typeof schedule === 'string') return null;
  const periodEnd = items.data[0]?.current_period_end ?? 0;
  const price = schedule.phases.find(({ start_date: start }) => start >= periodEnd)?.items[0]?.price;
  if (price === undefined || typeof price === 'string' || price.deleted === true) return null;
  return planOf(price) ?? null;
}
