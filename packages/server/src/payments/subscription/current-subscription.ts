import type { PlanPrice } from '../../catalogue/plans.ts';
import type { Queryable } from '../../db/database.ts';
import type { PaymentProvider } from '../provider.ts';

/** `cents` is what the period that is paid costs. */
export interface Subscription extends PlanPrice {
  /** The provider's id of the subscription. */
  readonly providerId: string;
  /** When the paid period ends, once it is cancelled; null before. */
  readonly endsAt: Date | null;
  /** The end of the period that is paid; null until the provider's next event for an older subscription. */
  readonly paidUntil: Date | null;
  /** What it renews as, if that is another plan or another price, and when that is; null when both stay. */
  readonly next: (PlanPrice & { readonly at: Date }) | null;
}

interface SubscriptionRow extends Omit<Subscription, 'next'> {
  readonly nextPlan: Subscription['plan'] | null;
  readonly nextInterval: Subscription['interval'] | null;
  readonly nextCents: number | null;
}

/** The account's active subscription at this provider; of two, the one that is not cancelled. */
export async function currentSubscription(
  db: Queryable,
  provider: PaymentProvider['name'],
  accountId: string,
): Promise<Subscription | undefined> {
  const [row] = await db.query<SubscriptionRow>(
    `select provider_id as "providerId", plan, plan_interval as "interval", price_cents as cents, ends_at as "endsAt",
       next_plan as "nextPlan", next_interval as "nextInterval", next_cents as "nextCents", paid_until as "paidUntil"
     from subscriptions where account_id = $1 and provider = $2 and state = 'active'
     order by ends_at is null desc, changed_at desc limit 1`,
    [accountId, provider],
  );
  if (row === undefined) return undefined;
  const { nextPlan, nextInterval, nextCents, ...subscription } = row;
  const { paidUntil } = subscription;
  const isPending = nextPlan !== null && nextInterval !== null && nextCents !== null && paidUntil !== null;
  return {
    ...subscription,
    next: isPending ? { plan: nextPlan, interval: nextInterval, cents: nextCents, at: paidUntil } : null,
  };
}
