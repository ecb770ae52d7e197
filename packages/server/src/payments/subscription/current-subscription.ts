import type { Queryable } from '../../db/database.ts';
import type { PlanInterval, PlanName } from '../plan-price.ts';
import type { PaymentProvider } from '../provider.ts';

export interface Subscription {
  /** The provider's id of the subscription. */
  readonly providerId: string;
  readonly plan: PlanName;
  readonly interval: PlanInterval;
  /** When the paid period ends, once it is cancelled; null before. */
  readonly endsAt: Date | null;
}

/** The account's active subscription at this provider; of two, the one that is not cancelled. */
export async function currentSubscription(
  db: Queryable,
  provider: PaymentProvider['name'],
  accountId: string,
): Promise<Subscription | undefined> {
  const [row] = await db.query<Subscription>(
    `select provider_id as "providerId", plan, plan_interval as "interval", ends_at as "endsAt"
     from subscriptions where account_id = $1 and provider = $2 and state = 'active'
     order by ends_at is null desc, changed_at desc limit 1`,
    [accountId, provider],
  );
  return row;
}
