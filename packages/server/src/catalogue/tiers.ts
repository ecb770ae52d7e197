import type { Medium, Tier } from '@kinora/contract';
import type { Catalogue } from './catalogue.ts';

/** The limits of a tier of the job API. */
export interface TierRule {
  /** Maximum of the longer side in pixels, by medium. */
  readonly longestSide: Readonly<Record<Medium, number>>;
  readonly frames: number;
  readonly jobsAtOnce: number;
  readonly callsPerMinute: number;
  /** Orders of the studio that may wait for one of these jobs to end. */
  readonly waitingOrders: number;
  /** For a UTC calendar month; unused credits are not carried over. */
  readonly creditsPerMonth: number;
}

export function tierRuleOf({ document }: Catalogue, tier: Tier): TierRule {
  const rule = document.job_api.tiers[tier];
  return {
    longestSide: { image: rule.image_side, video: rule.video_side },
    frames: rule.frames,
    jobsAtOnce: rule.jobs_at_once,
    callsPerMinute: rule.calls_per_minute,
    waitingOrders: rule.waiting_orders,
    creditsPerMonth: rule.credits_per_month,
  };
}

/** What the job API calls the queue of a tier. */
export function queueTypeOf(tier: Tier): 'standard' | 'priority' {
  return tier === 'free' ? 'standard' : 'priority';
}

/** The tier of an account with this plan. A plan that the catalogue no longer has would be none; it keeps those in use. */
export function tierOfPlan(catalogue: Catalogue, plan: string | null): Tier {
  return (plan === null ? undefined : catalogue.plan(plan)?.tier) ?? 'free';
}
