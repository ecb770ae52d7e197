import { invalidRequest, type Problem, problem } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { type PlanInterval, type PlanName, planPriceCents } from '../plan-price.ts';
import { type PaymentProvider, ProviderUnavailable } from '../provider.ts';
import { currentSubscription } from './current-subscription.ts';

export interface SubscriptionDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
}

/**
 * Moves the account's subscription to another plan at once. A cancelled one runs on; one that is on this plan
 * already stays as it is. Problems: `invalid_request`, without a subscription or for what is not sold;
 * `card_required`, declined; `billing_verification_unavailable`, while the provider is away.
 */
export async function changePlan(
  { database, provider, apply }: SubscriptionDependencies,
  accountId: string,
  to: { readonly plan: PlanName; readonly interval: PlanInterval },
): Promise<Problem | undefined> {
  if (planPriceCents(to.plan, to.interval) === undefined) {
    return invalidRequest([{ path: 'interval', message: `${to.plan} is sold by the month only` }]);
  }
  const current = await currentSubscription(database, provider.name, accountId);
  if (current === undefined) return noSubscription();
  // A form sent twice must not be charged twice.
  if (current.plan === to.plan && current.interval === to.interval && current.endsAt === null) {
    return undefined;
  }
  const { providerId: subscriptionId } = current;
  const event = await whileThere(() =>
    provider.changeSubscription({ operationId: newId(), subscriptionId, ...to }),
  );
  if (event === 'away') return providerAway();
  if (event === 'declined') {
    return problem('card_required', 'The card on file was declined, and the plan stays as it is.');
  }
  return applyChange(apply, event);
}

/**
 * Cancels the account's subscription: it runs to the end of what is paid. Problems: `invalid_request`, without
 * one; `billing_verification_unavailable`, while the provider is away.
 */
export async function cancelPlan(
  { database, provider, apply }: SubscriptionDependencies,
  accountId: string,
): Promise<Problem | undefined> {
  const current = await currentSubscription(database, provider.name, accountId);
  if (current === undefined) return noSubscription();
  const event = await whileThere(() => provider.cancelSubscription(current.providerId));
  return event === 'away' ? providerAway() : applyChange(apply, event);
}

/** The task that ends the older of two subscriptions bought side by side. */
export async function cancelSubscription(
  provider: PaymentProvider,
  apply: ApplyPaymentEvent,
  subscriptionId: string,
): Promise<void> {
  const event = await provider.cancelSubscription(subscriptionId);
  if (event !== undefined) await apply(event);
}

async function whileThere<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'away'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'away';
    throw error;
  }
}

/** The provider may know that it is over before we do. */
async function applyChange(
  apply: ApplyPaymentEvent,
  event: PaymentEvent | undefined,
): Promise<Problem | undefined> {
  if (event !== undefined) await apply(event);
  return event?.type === 'subscription_ended' ? noSubscription() : undefined;
}

function providerAway(): Problem {
  const message = 'Payments cannot be reached right now; the plan stays as it is. Retry in a few seconds.';
  return problem('billing_verification_unavailable', message);
}

function noSubscription(): Problem {
  return invalidRequest([{ path: 'plan', message: 'this account has no subscription; buy one first' }]);
}
