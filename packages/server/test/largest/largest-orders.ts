import { type JobType, jobTypes, maxResultSide, type Tier, tierNames } from '@kinora/contract';
import { jobTypeRules } from '../../src/catalogue/job-type-rules.ts';
import { type JobQuote, quoteJob } from '../../src/quote/quote-job.ts';
import { catalogue } from '../support/default-catalogue.ts';

/** The largest and longest that can be ordered of each type on each tier, from the prices, so that none is forgotten. */

/** What an upload is reduced to. */
export const MAX_UPLOAD = { width: 2560, height: 2560 };
const MAX_FRAMES = 257;

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
    .flatMap((tier) => jobTypes.map((type) => orderOf(type, tier, maxResultSide, maxResultSide)))
    .filter(({ type, tier }) => tier !== 'free' || !catalogue.document.job_api.types[type].needs_paid_tier)
    .filter(({ type, quote }) => {
      const file = JSON.stringify([jobTypeRules[type].operation, jobTypeRules[type].sound, quote]);
      const isNew = !seen.has(file);
      seen.add(file);
      return isNew;
    });
}

export function orderOf(type: JobType, tier: Tier, width: number, height: number): LargestOrder {
  const { needsImage } = jobTypeRules[type];
  const { quote } = quoteJob(catalogue, { type, width, height, length: MAX_FRAMES }, tier, MAX_UPLOAD);
  return { type, tier, needsImage, width, height, length: MAX_FRAMES, quote };
}
