import type { JobType, PayWith, Tier } from '@kinora/contract';
import { jobTypeRules } from './job-type-rules.ts';
import { type TierRule, tierRules } from './tiers.ts';

/** What an account may order by the job API, by what it pays with. Acceptance, quotes and GET /me read it from here alone. */
export interface OrderTerms {
  /** The tier whose rules such an order has. */
  readonly tier: Tier;
  readonly types: readonly JobType[];
  readonly rule: TierRule;
}

/** Who pays from the balance pays the v1 price, and gets the types and limits of Pro for it on every tier. */
const TIER_OF_BALANCE: Tier = 'pro';

/** The terms of an account of this tier. */
export function orderTermsOf(tier: Tier, payWith: PayWith): OrderTerms {
  const ruling = payWith === 'balance' ? TIER_OF_BALANCE : tier;
  const types = Object.keys(jobTypeRules) as JobType[];
  return {
    tier: ruling,
    types: ruling === 'free' ? types.filter((type) => !jobTypeRules[type].isPremium) : types,
    rule: { ...tierRules[ruling], ...requestLimitsOf(tierRules[tier], payWith) },
  };
}

type LimitsOfRequests = Pick<TierRule, 'jobsAtOnce' | 'callsPerMinute'>;

/** How many requests an account with these limits may send: paid from the balance, at least as many as on Pro. */
export function requestLimitsOf(
  { jobsAtOnce, callsPerMinute }: LimitsOfRequests,
  payWith: PayWith,
): LimitsOfRequests {
  if (payWith === 'credits') return { jobsAtOnce, callsPerMinute };
  const least = tierRules[TIER_OF_BALANCE];
  return {
    jobsAtOnce: Math.max(jobsAtOnce, least.jobsAtOnce),
    callsPerMinute: Math.max(callsPerMinute, least.callsPerMinute),
  };
}
