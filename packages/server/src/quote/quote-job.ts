import {
  assert,
  defaultVideoMode,
  type JobType,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
  type Tier,
} from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { jobTypeRules } from '../catalogue/job-type-rules.ts';
import { sideMaxOf, unitsOfFrames } from '../catalogue/model.ts';
import { longerSide, type Size } from '../catalogue/sizes.ts';
import {
  imageModelFor,
  imageQuote,
  type Quote,
  quoteImage,
  quoteVideo,
  type VideoRequest,
  videoQuote,
} from './quote.ts';

/** What an order costs, in what it is paid with. */
export type Price =
  | { readonly by: 'money'; readonly cents: number }
  | { readonly by: 'credits'; readonly credits: number };

/** What an order delivers and what it costs. */
export interface JobQuote {
  /** With the price in money of the same image or video, whatever it is paid with. */
  readonly quote: Quote;
  readonly price: Price;
  /** The version that it was quoted by. */
  readonly catalogue: Catalogue;
}

export function pricedInMoney(
  catalogue: Catalogue,
  quoted: Result<Quote, Problem>,
): Result<JobQuote, Problem> {
  if (!quoted.ok) return quoted;
  const quote = quoted.value;
  return ok({ catalogue, quote, price: { by: 'money', cents: quote.priceCents } });
}

interface RequestedJob {
  readonly type: JobType;
  readonly width: number;
  readonly height: number;
  /** Frames; used for videos only. */
  readonly length: number;
}

/**
 * Quotes a job by its type alone. Sizes and lengths that are too large are clamped to the limits of type and tier, never
 * rejected. `source` is the size of the uploaded image, from which the size of an upscaled image follows.
 */
export function quoteJob(
  catalogue: Catalogue,
  requested: RequestedJob,
  tier: Tier,
  source: Size | undefined,
): JobQuote {
  const rule = jobTypeRules[requested.type];
  const type = catalogue.document.job_api.types[requested.type];
  const limits = catalogue.document.job_api.tiers[tier];
  const tierSide = rule.medium === 'image' ? limits.image_side : limits.video_side;
  const limit = Math.min(type.longest_side ?? Number.POSITIVE_INFINITY, tierSide);
  assert(rule.enlargement === 1 || source !== undefined, `${requested.type} has a source image`);
  const size =
    rule.enlargement === 1 || source === undefined ? requested : enlarged(source, rule.enlargement);
  const clamped = clamp(size, limit);
  const quote =
    rule.medium === 'image'
      ? imageQuote(catalogue.imageModel, clamped)
      : quoteVideoFrames(catalogue, even(clamped), Math.min(requested.length, limits.frames), rule.sound);
  const credits = type.needs_paid_tier ? creditsOf(catalogue, quote.priceCents) : 0;
  return { catalogue, quote, price: { by: 'credits', credits } };
}

/** Credits for a price in cents, rounded up. */
export function creditsOf({ document }: Catalogue, cents: number): number {
  return Math.ceil((cents * document.job_api.credits_per_dollar) / 100);
}

function quoteVideoFrames(catalogue: Catalogue, size: Size, frames: number, sound: boolean): Quote {
  const model = catalogue.videoModelOf(defaultVideoMode);
  return videoQuote(model, size, unitsOfFrames(frames, model), sound);
}

interface JobOfModel extends Pick<VideoRequest, 'width' | 'height' | 'length'> {
  readonly type: JobType;
  readonly model: string;
}

/**
 * Quotes a job of a model by the sizes and lengths of that model, as on v1. An upscaled image is as large as the model renders
 * at most, and is not moved to its grid: that would distort it. Problems: those of `quoteImage` and `quoteVideo`.
 */
export function quoteJobOfModel(
  catalogue: Catalogue,
  requested: JobOfModel,
  source: Size,
): Result<Quote, Problem> {
  const { medium, operation, enlargement } = jobTypeRules[requested.type];
  const quoted =
    enlargement > 1
      ? quoteEnlargement(catalogue, requested.model, enlarged(source, enlargement))
      : medium === 'image'
        ? quoteImage(catalogue, requested)
        : quoteVideo(catalogue, requested);
  if (!quoted.ok || quoted.value.model.operations.includes(operation)) return quoted;
  const { id, operations } = quoted.value.model;
  const message = `type: ${id} does not render ${operation}; it renders ${operations.join(', ')}`;
  return refused(problem('model_unsupported', message, { model: id }));
}

function quoteEnlargement(catalogue: Catalogue, id: string, size: Size): Result<Quote, Problem> {
  const model = imageModelFor(catalogue, id);
  return model.ok ? ok(imageQuote(model.value, clamp(size, sideMaxOf(model.value)))) : model;
}

function enlarged({ width, height }: Size, times: number): Size {
  return { width: width * times, height: height * times };
}

/** The size scaled down to a longer side of at most `limit`, with its ratio kept to the nearest pixel. */
function clamp({ width, height }: Size, limit: number): Size {
  const longer = longerSide({ width, height });
  if (longer <= limit) return { width, height };
  const fit = (side: number): number => Math.max(1, Math.round((side * limit) / longer));
  return { width: fit(width), height: fit(height) };
}

/** H.264 with 4:2:0 chroma needs even sides. The limits are even, so rounding up never exceeds them. */
function even({ width, height }: Size): Size {
  const toEven = (side: number): number => Math.max(2, Math.round(side / 2) * 2);
  return { width: toEven(width), height: toEven(height) };
}
