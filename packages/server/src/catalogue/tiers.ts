import { type Medium, maxResultSide, type Tier } from '@kinora/contract';

/** The limits of a tier of the job API. */
export interface TierRule {
  /** Maximum of the longer side in pixels, by medium. */
  readonly longestSide: Readonly<Record<Medium, number>>;
  readonly frames: number;
  readonly jobsAtOnce: number;
  readonly callsPerMinute: number;
  readonly queueType: 'standard' | 'priority';
  /** They are those of a UTC calendar month; unused credits are not carried over. */
  readonly creditsPerMonth: number;
}

export const tierRules: Readonly<Record<Tier, TierRule>> = {
  free: {
    longestSide: { image: 1280, video: 1280 },
    frames: 121,
    jobsAtOnce: 1,
    callsPerMinute: 10,
    queueType: 'standard',
    creditsPerMonth: 0,
  },
  pro: {
    longestSide: { image: 2048, video: 1920 },
    frames: 257,
    jobsAtOnce: 3,
    callsPerMinute: 30,
    queueType: 'priority',
    creditsPerMonth: 1000,
  },
  max: {
    longestSide: { image: maxResultSide, video: 1920 },
    frames: 257,
    jobsAtOnce: 6,
    callsPerMinute: 60,
    queueType: 'priority',
    creditsPerMonth: 5000,
  },
};

/** The tier of an account with this plan. */
export function tierOfPlan(plan: 'pro' | 'max' | null): Tier {
  return plan ?? 'free';
}
