import { isSameShape, type ModelView, requestedResolutionOf, type Size } from '@kinora/contract';
import { usd } from '../../value/usd.ts';
import { NAMED_SHAPES, nearestShape, ratioOf, type Shape } from './shape.ts';

/** What a model offers to a person, and what of it they have chosen. Sizes and lengths are only those that it renders. */

/** What a person has chosen; undefined for the default of the model. */
export interface ModelChoice {
  readonly shape: Shape;
  readonly pixels: Size | undefined;
  readonly seconds: number | undefined;
  readonly source: Size | undefined;
}

/** The longer sides that are offered of a grid, which may have thousands. */
const SIDES = [1024, 1280, 1920, 2048, 2560, 4096];

export type SoldModel = ModelView & {
  /** The plans that have it, if the plan of the account does not. */
  readonly lockedBy?: string | undefined;
  /** Whether it renders the types of the job API, which are free or paid in credits. */
  readonly isOfTypes?: boolean;
};

/** Whether an order of it would be rendered: a pool that is started for it has a wait, too. */
export const isRendered = (model: ModelView): boolean =>
  model.available || model.estimated_wait_seconds !== null;

/**
 * The model that was chosen before, if it still renders this; else of those that would render it now the one of the types,
 * or the first.
 */
export function pickModel(
  models: readonly SoldModel[],
  operations: readonly string[],
  chosen: string | undefined,
): { readonly offered: readonly SoldModel[]; readonly model: SoldModel | undefined } {
  const offered = models.filter((one) => one.operations.some((operation) => operations.includes(operation)));
  const isOpen = (one: SoldModel): boolean => one.lockedBy === undefined && isRendered(one);
  const open = offered.filter(isOpen);
  const usual = open.find(({ isOfTypes }) => isOfTypes) ?? open[0] ?? offered[0];
  return { offered, model: offered.find(({ id }) => id === chosen) ?? usual };
}

/** `From 0.10 USD a second`, over all sizes. */
export function priceFrom(model: ModelView): string {
  const cents =
    model.kind === 'video'
      ? model.price.map((step) => step.cents_per_second)
      : model.price.map((step) => step.cents);
  const least = Math.min(...cents);
  const unit = model.kind === 'video' ? 'a second' : 'an image';
  return `${least < Math.max(...cents) ? 'From ' : ''}${usd(least)} ${unit}`;
}

function readSize(size: string): Size {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}

const areaOf = ({ width, height }: Size): number => width * height;
const longerSide = ({ width, height }: Size): number => Math.max(width, height);

/** The shapes that it renders; on a grid all of them, and that of the source. */
export function shapesOf(model: ModelView): readonly Shape[] {
  if (model.grid !== null) return ['source', ...NAMED_SHAPES];
  const exact = model.sizes.map((size) => nearestShape(readSize(size)));
  return NAMED_SHAPES.filter((shape) => exact.includes(shape));
}

/** The chosen shape, or of those that there are the one nearest to it. */
export function shapeOf(model: ModelView, { shape, source }: Pick<ModelChoice, 'shape' | 'source'>): Shape {
  const shapes = shapesOf(model);
  if (shapes.includes(shape)) return shape;
  const [width, height] = ratioOf(shape, source);
  return nearestShape({ width, height }, shapes);
}

/** Its sizes of a shape, the smallest first: the exact ones, and those on its grid that are not delivered as an exact one. */
export function sizesOfModel(model: ModelView, shape: Shape, source: Size | undefined): readonly Size[] {
  const [across, down] = ratioOf(shape, source);
  const named = shape === 'source' ? nearestShape({ width: across, height: down }) : shape;
  const sizes = model.sizes.map(readSize);
  const exact = sizes.filter((size) => nearestShape(size) === named);
  const onGrid = sidesOf(model).flatMap((side): readonly Size[] => {
    const scale = side / Math.max(across, down);
    const asked = { width: Math.round(across * scale), height: Math.round(down * scale) };
    const size = { width: toGrid(model, asked.width), height: toGrid(model, asked.height) };
    const isExact = sizes.some((one) => isDeliveredAs(asked, one) || isDeliveredAs(size, one));
    return isExact ? [] : [size];
  });
  // Two sides may be rounded to one.
  const all = new Map([...exact, ...onGrid].map((size) => [`${size.width}x${size.height}`, size]));
  return [...all.values()].sort((one, other) => areaOf(one) - areaOf(other));
}

const isDeliveredAs = (size: Size, exact: Size): boolean =>
  isSameShape(size, exact) && requestedResolutionOf(size) === requestedResolutionOf(exact);

function sidesOf({ grid, default_size: usual }: ModelView): readonly number[] {
  if (grid === null) return [];
  const sides = new Set([...SIDES, longerSide(readSize(usual)), grid.max_side]);
  return [...sides].filter((side) => side >= grid.min_side && side <= grid.max_side);
}

function toGrid({ grid }: ModelView, side: number): number {
  if (grid === null) return Math.round(side);
  const { step, min_side: smallest, max_side: largest } = grid;
  const [min, max] = [Math.ceil(smallest / step) * step, Math.floor(largest / step) * step];
  return Math.min(max, Math.max(min, Math.round(side / step) * step));
}

/** The chosen size, or the nearest that it has in that shape; without a choice, what its default size is there. */
export function sizeOf(model: ModelView, choice: Omit<ModelChoice, 'seconds'>): Size {
  const shape = shapeOf(model, choice);
  const sizes = sizesOfModel(model, shape, choice.source);
  const usual = readSize(model.default_size);
  if (choice.pixels !== undefined) return sizes[nearest(sizes, choice.pixels)] ?? usual;
  const ofDefault = sizesOfModel(model, nearestShape(usual), undefined);
  return sizeAt(sizes, nearest(ofDefault, usual)) ?? usual;
}

/** The same step of the sizes in another shape. */
export function sizeInShape(
  model: ModelView,
  choice: Omit<ModelChoice, 'seconds'>,
  shape: Shape,
): Size | undefined {
  const before = sizesOfModel(model, shapeOf(model, choice), choice.source);
  return sizeAt(sizesOfModel(model, shape, choice.source), nearest(before, sizeOf(model, choice)));
}

/** Its size of a shape with about this longer side; undefined if it has none. */
export function sizeNear(
  model: ModelView,
  { shape, source }: Pick<ModelChoice, 'shape' | 'source'>,
  side: number,
): Size | undefined {
  if (!shapesOf(model).includes(shape)) return undefined;
  const distance = (size: Size): number => Math.abs(longerSide(size) - side);
  const near = sizesOfModel(model, shape, source).filter((size) => distance(size) <= side * NEAR);
  return near.sort((one, other) => distance(one) - distance(other))[0];
}

/** A step of a grid away. */
const NEAR = 0.05;

const sizeAt = (sizes: readonly Size[], at: number): Size | undefined =>
  sizes[Math.min(at, sizes.length - 1)];

function nearest(sizes: readonly Size[], wanted: Size): number {
  const distances = sizes.map((size) => Math.abs(areaOf(size) - areaOf(wanted)));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

export type VideoModelView = Extract<ModelView, { kind: 'video' }>;

/** The chosen length in steps of its frames, and all of them: a list, or from the first to the last. */
export function lengthOf(
  { seconds: sold, frames_per_second: rate, frame_step: step, default_seconds: usual }: VideoModelView,
  chosen: number | undefined,
): Length {
  const inSteps = (seconds: number): number => Math.max(1, Math.round((seconds * rate) / step));
  const wanted = inSteps(chosen ?? usual);
  const at = (steps: number): Length['at'] => ({
    steps,
    frames: steps * step + 1,
    seconds: (steps * step) / rate,
  });
  if (!Array.isArray(sold)) {
    const [min, max] = [inSteps(sold.min), inSteps(sold.max)];
    return { at: at(Math.min(max, Math.max(min, wanted))), only: undefined, min: at(min), max: at(max) };
  }
  const only = sold.map(inSteps).sort((one, other) => one - other);
  const [first = 1] = only;
  const closest = only.reduce(
    (best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best),
    first,
  );
  return { at: at(closest), only: only.map(at), min: at(first), max: at(only.at(-1) ?? first) };
}

interface LengthAt {
  readonly steps: number;
  readonly frames: number;
  readonly seconds: number;
}

interface Length {
  readonly at: LengthAt;
  readonly only: readonly LengthAt[] | undefined;
  readonly min: LengthAt;
  readonly max: LengthAt;
}
