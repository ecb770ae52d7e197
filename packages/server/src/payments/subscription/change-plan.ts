import { invalidRequest, type Problem, problem } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import { type PlanInterval, type PlanName, planPriceCents } from '../plan-price.ts';
import type { PaymentProvider } from '../provider.ts';

export interface SubscriptionDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
}

/**
 * Moves the account's subscription to another plan at once. A cancelled one runs on.
 * Problems: `invalid_request`, without a subscription or for what is not sold; `card_required`, declined.
 */
export async function changePlan(
  { database, provider, apply }: SubscriptionDependencies,
  accountId: string,
  to: { readonly plan: PlanName; readonly interval: PlanInterval },
): Promise<Problem | undefined> {
  if (planPriceCents(to.plan, to.interval) === undefined) {
    return invalidRequest([{ path: 'interval', message: `${to.plan} is sold by the month only` }]);
  }
  const subscriptionId = await liveSubscription(database, provider, accountId);
  if (subscriptionId === undefined) return noSubscription();
  const event = await provider.changeSubscription({ operationId: newId(), subscriptionId, ...to });
  if (event === 'declined') {
    return problem('card_required', 'The card on file was declined, and the plan stays as it is.');
  }
  if (event !== undefined) await apply(event);
  return undefined;
}

/** Cancels the account's subscription: it runs to the end of what is paid. Problems: `invalid_request`. */
export async function cancelPlan(
  { database, provider, apply }: SubscriptionDependencies,
  accountId: string,
): Promise<Problem | undefined> {
  const subscriptionId = await liveSubscription(database, provider, accountId);
  if (subscriptionId === undefined) return noSubscription();
  await cancelSubscription(provider, apply, subscriptionId);
  return undefined;
}

/** Also the task that ends the older of two subscriptions bought side by side. */
export async function cancelSubscription(
  provider: PaymentProvider,
  apply: ApplyPaymentEvent,
  subscriptionId: string,
): Promise<void> {
  const event = await provider.cancelSubscription(subscriptionId);
  if (event !== undefined) await apply(event);
}

async function liveSubscription(
  database: Database,
  provider: PaymentProvider,
  accountId: string,
): Promise<string | undefined> {
  const [row] = await database.query<{ providerId: string }>(
    `select provider_id as "providerId" from subscriptions
     where account_id = $1 and provider = $2 and state = 'active'
     order by ends_at is null desc, changed_at desc limit 1`,
    [accountId, provider.name],
  );
  return row?.providerId;
}

function noSubscription(): Problem {
  return invalidRequest([{ path: 'plan', message: 'this account has no subscription; buy one first' }]);
}
