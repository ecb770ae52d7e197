import {
  assert,
  framesPerThird,
  ok,
  type Problem,
  problem,
  type Resolution,
  type Result,
  rates,
  refused,
  type VideoMode,
  videoModeNames,
} from '@kinora/contract';
import {
  billedResolutionOf,
  exactSizesOf,
  modeRules,
  requestedResolutionOf,
  type Size,
  shapeOf,
} from '../catalogue/video-modes.ts';
import { type Cents, divideCentsHalfUp } from '../kernel/money.ts';

/** What a request delivers and costs, independent of the account. */

export interface ImageQuote {
  readonly medium: 'image';
  readonly width: number;
  readonly height: number;
  readonly priceCents: Cents;
}

export interface VideoQuote {
  readonly medium: 'video';
  readonly mode: VideoMode;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly resolution: Resolution;
  /** Length billed, in thirds of a second. */
  readonly thirds: number;
  readonly frames: number;
  readonly priceCents: Cents;
}

export type Quote = ImageQuote | VideoQuote;

const STANDARD_IMAGE_PIXELS = 1_048_576;
const MIN_THIRDS = 3;
const MIN_SIDE = 256;

/** 5 cents up to 1,048,576 pixels, 8 above. The size has been validated before. */
export function quoteImage(requested: Size): ImageQuote {
  const large = requested.width * requested.height > STANDARD_IMAGE_PIXELS;
  return {
    medium: 'image',
    width: requested.width,
    height: requested.height,
    priceCents: large ? rates.image_cents.large : rates.image_cents.standard,
  };
}

/** Whole thirds of a second in `seconds`, rounded down; the small term compensates for binary fractions. */
export function thirdsOf(seconds: number): number {
  return Math.max(MIN_THIRDS, Math.floor(seconds * 3 + 1e-9));
}

/** Cents for `thirds` at `centsPerSecond`, rounded half up to a whole cent. */
export function videoPriceCents(thirds: number, centsPerSecond: number): Cents {
  return divideCentsHalfUp(thirds * centsPerSecond, 3);
}

export interface VideoRequest {
  readonly mode: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Seconds. */
  readonly duration: number;
}

/**
 * The video that a request delivers, and its price.
 * Problems: `invalid_mode`, `mode_resolution_unsupported`, `mode_duration_unsupported`.
 */
export function quoteVideo(request: VideoRequest): Result<VideoQuote, Problem> {
  const mode = videoModeNames.find((name) => name === request.mode);
  if (mode === undefined) {
    return refused(
      problem(
        'invalid_mode',
        // The value is not quoted: it could be an API key that was entered by mistake.
        `mode: there is no such mode; use ${videoModeNames.join(', ')}`,
        {
          supported_modes: videoModeNames,
        },
      ),
    );
  }
  const { defaultSize } = modeRules[mode];
  const requested = {
    width: request.width ?? defaultSize.width,
    height: request.height ?? defaultSize.height,
  };
  const delivered = deliveredSize(mode, requested);
  if (delivered === undefined) return refused(resolutionUnsupported(mode, requested));

  const thirds = thirdsOf(request.duration);
  const durations = durationsOf(mode);
  if (durations !== undefined && !durations.some((seconds) => seconds * 3 === thirds)) {
    return refused(durationUnsupported(mode, durations));
  }
  const resolution = mode === 'cinema' ? '2k' : billedResolutionOf(delivered);
  const centsPerSecond = rates.video_modes[mode].per_second_cents[resolution];
  assert(centsPerSecond !== undefined, `${mode} has a rate for ${resolution}`);
  return ok({
    medium: 'video',
    mode,
    width: delivered.width,
    height: delivered.height,
    resolution,
    thirds,
    frames: framesPerThird * thirds + 1,
    priceCents: videoPriceCents(thirds, centsPerSecond),
  });
}

function durationsOf(mode: VideoMode): readonly number[] | undefined {
  const entry = rates.video_modes[mode];
  return 'durations_seconds' in entry ? entry.durations_seconds : undefined;
}

function deliveredSize(mode: VideoMode, requested: Size): Size | undefined {
  const rule = modeRules[mode];
  const resolution = requestedResolutionOf(requested);
  const shape = shapeOf(requested);
  if (shape !== undefined && rule.exactResolutions.includes(resolution)) return shape.exact[resolution];
  if (!rule.anySizeOnGrid) return undefined;
  return { width: toGrid(requested.width), height: toGrid(requested.height) };
}

function toGrid(side: number): number {
  const grid = rates.render_grid_px;
  return Math.max(MIN_SIDE, Math.round(side / grid) * grid);
}

function resolutionUnsupported(mode: VideoMode, { width, height }: Size): Problem {
  const sizes = exactSizesOf(mode);
  return problem(
    'mode_resolution_unsupported',
    `${mode} does not render ${width}x${height}; it renders ${sizes.join(', ')}`,
    { video_mode: mode, supported_sizes: sizes },
  );
}

function durationUnsupported(mode: VideoMode, durations: readonly number[]): Problem {
  return problem(
    'mode_duration_unsupported',
    `duration: ${mode} renders videos of ${durations.join(', ')} seconds only`,
    { video_mode: mode, durations_seconds: durations },
  );
}
