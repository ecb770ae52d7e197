import { invalidRequest, type Problem, problem } from '@kinora/contract';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import { isSamePlan, type PlanChoice, planPrice, whyNotSold } from '../../catalogue/plans.ts';
import type { Database } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import { readSavedCard } from '../cards/saved-card.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { type AgreedCharge, offerOf, type PaymentProvider, ProviderUnavailable } from '../provider.ts';
import { isUnderReview, refusedInReview } from '../under-review.ts';
import { currentSubscription } from './current-subscription.ts';

export interface SubscriptionDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
  readonly catalogue: OpenCatalogue;
}

/**
 * Changes the plan of the account's subscription: an upgrade at once, a downgrade at the end of the paid period. A
 * cancelled subscription becomes active again, at the price that it has; one that is on this plan already, or changes to
 * it, does not change.
 * With `agreed`, that amount is charged or nothing. Problems: `account_review_required`; `invalid_request`, without a
 * subscription or for a plan that is not sold; `changed_meanwhile`, for another amount than agreed; `card_required`,
 * declined; `billing_verification_unavailable`, while the provider is unavailable.
 */
export async function changePlan(
  { database, provider, apply, catalogue }: SubscriptionDependencies,
  accountId: string,
  chosen: PlanChoice,
  agreed?: AgreedCharge,
): Promise<Problem | undefined> {
  const sold = catalogue.now();
  const current = await currentSubscription(database, provider.name, accountId);
  // An account that has the plan keeps it at its price, even if it is sold no more.
  const isKept = current !== undefined && isSamePlan(current, chosen);
  const price = isKept ? current : planPrice(sold, chosen);
  if (price === undefined) return invalidRequest([whyNotSold(sold, chosen)]);
  if (current === undefined) return noSubscription();
  // A form that is submitted twice must not be charged twice.
  if (isSamePlan(current.next ?? current, chosen) && current.endsAt === null) return undefined;
  if (await isUnderReview(database, accountId)) return refusedInReview;
  if ((await readSavedCard(database, provider.name, accountId)) === undefined) {
    return problem('card_required', 'There is no card on file to charge the plan to; add one first.');
  }
  const { providerId: subscriptionId } = current;
  const event = await ifAvailable(() =>
    provider.changeSubscription({ operationId: newId(), subscriptionId, agreed, ...offerOf(sold, price) }),
  );
  if (event === 'unavailable') return providerUnavailable();
  if (event === 'repriced') return repriced;
  if (event === 'declined') {
    return problem('card_required', 'The card on file was declined; the plan is unchanged.');
  }
  return applyChange(apply, event);
}

/**
 * Cancels the account's subscription at the end of its paid period. Problems: `invalid_request`, without a
 * subscription; `billing_verification_unavailable`, while the provider is unavailable.
 */
export async function cancelPlan(
  { database, provider, apply }: SubscriptionDependencies,
  accountId: string,
): Promise<Problem | undefined> {
  const current = await currentSubscription(database, provider.name, accountId);
  if (current === undefined) return noSubscription();
  const event = await ifAvailable(() => provider.cancelSubscription(current.providerId));
  return event === 'unavailable' ? providerUnavailable() : applyChange(apply, event);
}

/** The task that cancels the older of two subscriptions that were bought concurrently. */
export async function cancelSubscription(
  provider: PaymentProvider,
  apply: ApplyPaymentEvent,
  subscriptionId: string,
): Promise<void> {
  const event = await provider.cancelSubscription(subscriptionId);
  if (event !== undefined) await apply(event);
}

async function ifAvailable<Value>(call: () => Promise<Value>): Promise<Value | 'unavailable'> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'unavailable';
    throw error;
  }
}

/**
 * Applies the provider's event. It may report that the subscription has ended, before its own event arrives.
 */
async function applyChange(
  apply: ApplyPaymentEvent,
  event: PaymentEvent | undefined,
): Promise<Problem | undefined> {
  if (event !== undefined) await apply(event);
  return event?.type === 'subscription_ended' ? noSubscription() : undefined;
}

export const repriced = problem(
  'changed_meanwhile',
  'The amount has changed since it was shown, so nothing was charged and the plan is unchanged. Confirm the new amount.',
);

function providerUnavailable(): Problem {
  const message = 'Payments are unavailable right now; the plan is unchanged. Retry in a few seconds.';
  return problem('billing_verification_unavailable', message);
}

function noSubscription(): Problem {
  return invalidRequest([{ path: 'plan', message: 'this account has no subscription; buy one first' }]);
}
