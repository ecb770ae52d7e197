import { type JobType, jobTypes, longestResultSide, type Tier, tierNames } from '@kinora/contract';
import { jobKinds } from '../../src/catalogue/job-kinds.ts';
import { type JobQuote, quoteJob } from '../../src/quote/quote-job.ts';

/** The largest and longest that can be ordered of each type on each tier, from the prices, so that none is forgotten. */

/** What an upload is reduced to. */
export const LARGEST_UPLOAD = { width: 2560, height: 2560 };
const LONGEST = 257;

export interface LargestOrder {
  readonly type: JobType;
  readonly tier: Tier;
  readonly needsImage: boolean;
  /** The requested size; the delivered one is in the quote. */
  readonly width: number;
  readonly height: number;
  readonly length: number;
  readonly quote: JobQuote['quote'];
}

/** The squares, which have the most pixels. An order for the same file as on a lower tier is left out. */
export function largestOrders(): LargestOrder[] {
  const seen = new Set<string>();
  return tierNames
    .flatMap((tier) => jobTypes.map((type) => orderOf(type, tier, longestResultSide, longestResultSide)))
    .filter(({ type, tier }) => tier !== 'free' || !jobKinds[type].isPremium)
    .filter(({ type, quote }) => {
      const file = JSON.stringify([jobKinds[type].renders, jobKinds[type].sound, quote]);
      const isNew = !seen.has(file);
      seen.add(file);
      return isNew;
    });
}

export function orderOf(type: JobType, tier: Tier, width: number, height: number): LargestOrder {
  const { needsImage } = jobKinds[type];
  const { quote } = quoteJob({ type, width, height, length: LONGEST }, tier, LARGEST_UPLOAD);
  return { type, tier, needsImage, width, height, length: LONGEST, quote };
}
