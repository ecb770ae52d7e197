import { ok, type Problem, type Result, refused } from '@kinora/contract';
import { isSamePlan, type PlanChoice } from '../../catalogue/plans.ts';
import type { AgreedCharge } from '../provider.ts';
import type { StartedPayment, StartPayment } from '../start-payment.ts';
import { changePlan, type SubscriptionDependencies } from './change-plan.ts';
import { currentSubscription } from './current-subscription.ts';

export type ChosenPlan =
  /** Without a subscription: the browser goes to the checkout. */
  | ({ readonly outcome: 'checkout' } & StartedPayment)
  | { readonly outcome: 'changed' | 'scheduled' | 'kept' };

/**
 * Buys a plan, or changes the one that the account has. Choosing the current plan keeps it: a cancellation or a
 * scheduled change is dropped. With `agreed`, the change charges that amount or nothing. Problems: those of `StartPayment`
 * and `changePlan`.
 */
export async function choosePlan(
  subscriptions: SubscriptionDependencies,
  startPayment: StartPayment,
  accountId: string,
  chosen: PlanChoice,
  returnUrl: string,
  agreed?: AgreedCharge,
): Promise<Result<ChosenPlan, Problem>> {
  const { database, provider } = subscriptions;
  const { plan, interval } = chosen;
  const current = await currentSubscription(database, provider.name, accountId);
  if (current === undefined) {
    const started = await startPayment(accountId, { plan, interval }, returnUrl);
    return started.ok ? ok({ outcome: 'checkout', ...started.value }) : started;
  }
  const problem = await changePlan(subscriptions, accountId, chosen, agreed);
  if (problem !== undefined) return refused(problem);
  if (isSamePlan(current, chosen)) return ok({ outcome: 'kept' });
  const now = await currentSubscription(database, provider.name, accountId);
  return ok({ outcome: now?.next != null && isSamePlan(now.next, chosen) ? 'scheduled' : 'changed' });
}
