import { assert, framesPerThird, type JobType, rates, type Tier } from '@kinora/contract';
import { jobTypeRules } from '../catalogue/job-type-rules.ts';
import { tierRules } from '../catalogue/tiers.ts';
import { billedResolutionOf, type Size } from '../catalogue/video-modes.ts';
import { type Quote, quoteImage, videoPriceCents } from './quote.ts';

/** What an order costs, in what it is paid with. */
export type Price =
  | { readonly by: 'money'; readonly cents: number }
  | { readonly by: 'credits'; readonly credits: number };

/** What an order delivers and what it costs. */
export interface JobQuote {
  /** With the v1 price of the same image or fast video, whatever it is paid with. */
  readonly quote: Quote;
  readonly price: Price;
}

export function pricedInMoney(quote: Quote): JobQuote {
  return { quote, price: { by: 'money', cents: quote.priceCents } };
}

interface RequestedJob {
  readonly type: JobType;
  readonly width: number;
  readonly height: number;
  /** Frames; used for videos only. */
  readonly length: number;
}

/**
 * Quotes a job that is paid in credits. Sizes and lengths that are too large are clamped to the limits of type and tier, never
 * rejected. `source` is the size of the uploaded image, from which the size of an upscaled image follows.
 */
export function quoteJob(requested: RequestedJob, tier: Tier, source: Size | undefined): JobQuote {
  const { medium, longestSide, enlargement, isPremium } = jobTypeRules[requested.type];
  const rule = tierRules[tier];
  const limit = Math.min(longestSide ?? Number.POSITIVE_INFINITY, rule.longestSide[medium]);
  assert(enlargement === 1 || source !== undefined, `${requested.type} has a source image`);
  const size = enlargement === 1 || source === undefined ? requested : enlarged(source, enlargement);
  const clamped = clamp(size, limit);
  const quote =
    medium === 'image' ? quoteImage(clamped) : quoteFastVideo(even(clamped), requested.length, rule.frames);
  return { quote, price: { by: 'credits', credits: isPremium ? quote.priceCents : 0 } };
}

function enlarged({ width, height }: Size, times: number): Size {
  return { width: width * times, height: height * times };
}

/** The size scaled down to a longer side of at most `limit`, with its ratio kept to the nearest pixel. */
function clamp({ width, height }: Size, limit: number): Size {
  const longer = Math.max(width, height);
  if (longer <= limit) return { width, height };
  const fit = (side: number): number => Math.max(1, Math.round((side * limit) / longer));
  return { width: fit(width), height: fit(height) };
}

/** H.264 with 4:2:0 chroma needs even sides. The limits are even, so rounding up never exceeds them. */
function even({ width, height }: Size): Size {
  const toEven = (side: number): number => Math.max(2, Math.round(side / 2) * 2);
  return { width: toEven(width), height: toEven(height) };
}

function quoteFastVideo(size: Size, frames: number, maxFrames: number): Quote {
  const thirds = Math.floor((Math.min(frames, maxFrames) - 1) / framesPerThird);
  const resolution = billedResolutionOf(size);
  const centsPerSecond = rates.video_modes.fast.per_second_cents[resolution];
  assert(centsPerSecond !== undefined, `fast has a rate for ${resolution}`);
  return {
    medium: 'video',
    mode: 'fast',
    ...size,
    resolution,
    thirds,
    frames: framesPerThird * thirds + 1,
    priceCents: videoPriceCents(thirds, centsPerSecond),
  };
}
