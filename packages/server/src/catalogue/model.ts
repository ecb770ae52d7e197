import {
  type ImageModelDocument,
  isSameShape,
  type Medium,
  type RenderOperation,
  type Resolution,
  requestedResolutionOf,
  type VideoMode,
  type VideoModelDocument,
} from '@kinora/contract';
import { divideCentsHalfUp } from '../kernel/money.ts';
import { formatSize, longerSide, readSize, type Size } from './sizes.ts';

/** What is common to images and videos. */
interface ModelBase {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly medium: Medium;
  /** The names by which clients of other services call it. */
  readonly aliases: readonly string[];
  readonly operations: readonly RenderOperation[];
  readonly sizes: readonly Size[];
  readonly defaultSize: Size;
  readonly grid: Grid | null;
  /** The plans that may order it, `none` for accounts without one; null for everybody. */
  readonly plans: readonly string[] | null;
  /** What one image, or one second, uses of an allowance; 0 if no allowance pays for it. */
  readonly includedWeight: number;
  /** Whether orders of it may say what must not be shown. */
  readonly negativePrompt: boolean;
  /** What the default size and length take; null for a guess. */
  readonly expectedSeconds: number | null;
  /** How long a worker takes to start when jobs wait; null if the pool never sleeps. */
  readonly startSeconds: number | null;
}

interface Grid {
  readonly step: number;
  readonly minSide: number;
  readonly maxSide: number;
}

export interface ImageModel extends ModelBase {
  readonly medium: 'image';
  /** Ascending; the last step has no bound. */
  readonly price: readonly { readonly upToPixels: number; readonly cents: number }[];
}

export interface VideoModel extends ModelBase {
  readonly medium: 'video';
  readonly mode: VideoMode | null;
  readonly framesPerSecond: number;
  /** A video has n times so many frames, and one. */
  readonly frameStep: number;
  /** The only lengths in units of a step, or the shortest and the longest. */
  readonly lengths: { readonly only: readonly number[] } | { readonly min: number; readonly max: number };
  readonly defaultSeconds: number;
  readonly sound: boolean;
  readonly price: readonly PriceStep[];
  readonly prompt: VideoModelDocument['prompt'];
}

interface PriceStep {
  readonly resolution: Resolution;
  readonly upToSide: number;
  readonly centsPerSecond: number;
}

export type Model = ImageModel | VideoModel;

export function modelOf(document: ImageModelDocument | VideoModelDocument): Model {
  const { id, title, description, aliases, operations, plans, grid } = document;
  const base = {
    id,
    title,
    description,
    aliases,
    operations,
    plans,
    sizes: document.sizes.map(readSize),
    defaultSize: readSize(document.default_size),
    grid: grid && { step: grid.step, minSide: grid.min_side, maxSide: grid.max_side },
    includedWeight: document.included_weight,
    negativePrompt: document.negative_prompt,
    expectedSeconds: document.expected_seconds,
    startSeconds: document.start_seconds,
  };
  if (document.medium === 'image') {
    const price = document.price.map((step) => ({
      upToPixels: step.up_to_pixels ?? Number.POSITIVE_INFINITY,
      cents: step.cents,
    }));
    return { ...base, medium: 'image', price };
  }
  const { frames, mode, sound, prompt } = document;
  const clock = { framesPerSecond: frames.per_second, frameStep: frames.step };
  const units = (seconds: number): number => unitsIn(seconds, clock);
  const { seconds } = document;
  return {
    ...base,
    ...clock,
    medium: 'video',
    mode,
    sound,
    prompt,
    lengths: Array.isArray(seconds)
      ? { only: seconds.map(units) }
      : { min: Math.max(1, units(seconds.min)), max: units(seconds.max) },
    defaultSeconds: document.default_seconds,
    price: document.price.map((step) => ({
      resolution: step.resolution,
      upToSide: step.up_to_side,
      centsPerSecond: step.cents_per_second,
    })),
  };
}

/** How the time of a model runs: its metered unit is `frameStep / framesPerSecond` seconds. */
export type FrameClock = Pick<VideoModel, 'framesPerSecond' | 'frameStep'>;

/** Whole units in `seconds`, rounded down; the small term compensates for binary fractions. */
export function unitsIn(seconds: number, { framesPerSecond, frameStep }: FrameClock): number {
  return Math.floor((seconds * framesPerSecond) / frameStep + 1e-9);
}

/** Whole units in a video of so many frames, rounded down. */
export function unitsOfFrames(frames: number, { frameStep }: FrameClock): number {
  return Math.floor((frames - 1) / frameStep);
}

export function framesOf(units: number, { frameStep }: FrameClock): number {
  return units * frameStep + 1;
}

/** The billed length. */
export function secondsOf(units: number, { framesPerSecond, frameStep }: FrameClock): number {
  return (units * frameStep) / framesPerSecond;
}

/** The length in twelfths of a second, in which allowances are kept; a unit that is no whole twelfth is rounded up to the next. */
export function twelfthsOf(units: number, { framesPerSecond, frameStep }: FrameClock): number {
  return units * Math.ceil((12 * frameStep) / framesPerSecond);
}

/**
 * The size that a request is rendered at: one of the sizes, or one on the grid; undefined if the model renders no such size. A
 * mode of the v1 contract gives a request the nearest of its sizes with the same ratio and resolution.
 */
export function deliveredSize(model: Model, requested: Size): Size | undefined {
  const resolution = requestedResolutionOf(requested);
  const area = requested.width * requested.height;
  const distance = ({ width, height }: Size): number => Math.abs(width * height - area);
  const isNear = (exact: Size): boolean =>
    isSameShape(requested, exact) && requestedResolutionOf(exact) === resolution;
  const isMode = model.medium === 'video' && model.mode !== null;
  const [nearest] = model.sizes
    .filter((exact) => (isMode ? isNear(exact) : formatSize(exact) === formatSize(requested)))
    .sort((a, b) => distance(a) - distance(b));
  if (nearest !== undefined) return nearest;
  if (model.grid === null) return undefined;
  const { step, minSide, maxSide } = model.grid;
  const toGrid = (side: number): number => Math.max(minSide, Math.round(side / step) * step);
  const onGrid = { width: toGrid(requested.width), height: toGrid(requested.height) };
  return longerSide(onGrid) > maxSide ? undefined : onGrid;
}

/** The longer side of the largest size that a model renders. */
export function sideMaxOf({ sizes, grid }: Model): number {
  return Math.max(grid?.maxSide ?? 0, ...sizes.map(longerSide));
}

/** How a problem names a video model: by its mode of the v1 contract, or by its id. */
export function problemFieldsOf({ id, mode }: VideoModel): { video_mode: VideoMode } | { model: string } {
  return mode === null ? { model: id } : { video_mode: mode };
}

/** The sizes of a model as texts, for problems and lists. */
export function exactSizes(model: Model): string[] {
  return model.sizes.map(formatSize);
}

export function imagePriceCents({ price }: ImageModel, { width, height }: Size): number {
  const step = price.find(({ upToPixels }) => width * height <= upToPixels) ?? price.at(-1);
  return step?.cents ?? 0;
}

/** The step of the price of a size, from its longer side. A size above all steps has the price of the last. */
export function videoPriceStep({ price }: VideoModel, size: Size): PriceStep {
  const step = price.find(({ upToSide }) => longerSide(size) <= upToSide) ?? price.at(-1);
  if (step === undefined) throw new Error('every video model has a price');
  return step;
}

/** Cents for so many units, rounded half up to a whole cent. */
export function videoPriceCents(units: number, centsPerSecond: number, clock: FrameClock): number {
  return divideCentsHalfUp(units * clock.frameStep * centsPerSecond, clock.framesPerSecond);
}
