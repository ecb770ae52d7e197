import type { JobType, PayWith, Tier } from '@kinora/contract';
import type { Catalogue } from './catalogue.ts';
import { jobTypeRules } from './job-type-rules.ts';
import { type TierRule, tierRuleOf } from './tiers.ts';

/** What an account may order by the job API, by what it pays with. Acceptance, quotes and GET /me read it from here alone. */
export interface OrderTerms {
  /** The tier whose rules such an order has. */
  readonly tier: Tier;
  readonly types: readonly JobType[];
  readonly rule: TierRule;
}

/** Who pays from the balance pays the price in money, and gets the types and limits of Pro for it on every tier. */
const TIER_OF_BALANCE: Tier = 'pro';

/** The terms of an account of this tier. */
export function orderTermsOf(catalogue: Catalogue, tier: Tier, payWith: PayWith): OrderTerms {
  const ruling = payWith === 'balance' ? TIER_OF_BALANCE : tier;
  const settings = catalogue.document.job_api.types;
  const types = Object.keys(jobTypeRules) as JobType[];
  return {
    tier: ruling,
    types: ruling === 'free' ? types.filter((type) => !settings[type].needs_paid_tier) : types,
    rule: {
      ...tierRuleOf(catalogue, ruling),
      ...requestLimitsOf(catalogue, tierRuleOf(catalogue, tier), payWith),
    },
  };
}

type LimitsOfRequests = Pick<TierRule, 'jobsAtOnce' | 'callsPerMinute'>;

/** How many requests an account with these limits may send: paid from the balance, at least as many as on Pro. */
export function requestLimitsOf(
  catalogue: Catalogue,
  { jobsAtOnce, callsPerMinute }: LimitsOfRequests,
  payWith: PayWith,
): LimitsOfRequests {
  if (payWith === 'credits') return { jobsAtOnce, callsPerMinute };
  const least = tierRuleOf(catalogue, TIER_OF_BALANCE);
  return {
    jobsAtOnce: Math.max(jobsAtOnce, least.jobsAtOnce),
    callsPerMinute: Math.max(callsPerMinute, least.callsPerMinute),
  };
}
