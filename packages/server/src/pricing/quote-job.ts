import { assert, type JobType, rates, type Tier } from '@kinora/contract';
import { jobKinds } from './job-kinds.ts';
import { type Quote, quoteImage, videoPriceCents } from './quote.ts';
import { tierRules } from './tiers.ts';
import { type Size, videoTierOf } from './video-modes.ts';

/** What a job of the job API will deliver and what it costs in credits. */
export interface JobQuote {
  /** Its price is that of the v1 interface, for the same picture or fast clip. */
  readonly quote: Quote;
  readonly credits: number;
}

interface Asked {
  readonly type: JobType;
  readonly width: number;
  readonly height: number;
  /** Frames; for clips alone. */
  readonly length: number;
}

const FRAMES_PER_THIRD = 8;

/**
 * Nothing is refused for being too large: sizes and lengths are clamped to the smaller of type and tier. `source` is
 * the size of the uploaded picture, which says what an enlargement delivers.
 */
export function quoteJob(asked: Asked, tier: Tier, source: Size | undefined): JobQuote {
  const kind = jobKinds[asked.type];
  const rule = tierRules[tier];
  const limit = Math.min(kind.longestSide ?? Number.POSITIVE_INFINITY, rule.longestSide[kind.medium]);
  assert(kind.enlargement === 1 || source !== undefined, `${asked.type} has a picture`);
  const wanted = kind.enlargement === 1 || source === undefined ? asked : enlarged(source, kind.enlargement);
  const clamped = clamp(wanted, limit);
  const quote =
    kind.medium === 'image' ? quoteImage(clamped) : quoteClip(even(clamped), asked.length, rule.frames);
  return { quote, credits: kind.isPremium ? quote.priceCents : 0 };
}

function enlarged({ width, height }: Size, times: number): Size {
  return { width: width * times, height: height * times };
}

/** The size with its longer side within `limit` and its ratio kept, to the nearest pixel. */
function clamp({ width, height }: Size, limit: number): Size {
  const longer = Math.max(width, height);
  if (longer <= limit) return { width, height };
  const fit = (side: number): number => Math.max(1, Math.round((side * limit) / longer));
  return { width: fit(width), height: fit(height) };
}

/** H.264 has colour for every second pixel only. Limits are even, so rounding up passes none. */
function even({ width, height }: Size): Size {
  const toEven = (side: number): number => Math.max(2, Math.round(side / 2) * 2);
  return { width: toEven(width), height: toEven(height) };
}

function quoteClip(size: Size, length: number, most: number): Quote {
  const thirds = Math.floor((Math.min(length, most) - 1) / FRAMES_PER_THIRD);
  const tier = videoTierOf(size);
  const centsPerSecond = rates.video_modes.fast.per_second_cents[tier];
  assert(centsPerSecond !== undefined, `fast has a rate for ${tier}`);
  return {
    kind: 'video',
    mode: 'fast',
    ...size,
    tier,
    thirds,
    frames: FRAMES_PER_THIRD * thirds + 1,
    priceCents: videoPriceCents(thirds, centsPerSecond),
  };
}
