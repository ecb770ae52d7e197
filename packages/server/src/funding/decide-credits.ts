import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { tierOfPlan, tierRuleOf } from '../catalogue/tiers.ts';
import type { Funds } from './decide-funding.ts';

/**
 * Whether the month's credits cover a job that costs `credits`; a job that costs none is always covered.
 * `resetSeconds` is the time until the credits reset. Problems: `tier_required`, `account_review_required`,
 * `credits_exhausted`.
 */
export function decideCredits(
  { plan, underReview }: Pick<Funds, 'plan' | 'underReview'>,
  usedCredits: number,
  credits: number,
  resetSeconds: number,
  catalogue: Catalogue,
): Result<undefined, Problem> {
  if (credits === 0) return ok(undefined);
  // The plan may have ended since the tier was looked up.
  if (plan === null) return refused(problem('tier_required', 'This type needs a paid tier; choose a plan.'));
  if (underReview) {
    const message = 'Payments and credits on this account are paused for review; contact support.';
    return refused(problem('account_review_required', message));
  }
  const left = creditsLeft(catalogue, plan, usedCredits);
  if (credits <= left) return ok(undefined);
  const message = `This costs ${credits} credits and ${left} are left this month; they reset on the 1st (UTC).`;
  return refused({ ...problem('credits_exhausted', message), retryAfterSeconds: resetSeconds });
}

/** Credits left in the month; 0 if more are used than the plan has since it changed. */
export function creditsLeft(catalogue: Catalogue, plan: Funds['plan'], usedCredits: number): number {
  return Math.max(0, tierRuleOf(catalogue, tierOfPlan(catalogue, plan)).creditsPerMonth - usedCredits);
}
