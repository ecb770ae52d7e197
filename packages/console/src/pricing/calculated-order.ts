import type { PricedModel } from '@kinora/contract';
import { NAMED_SHAPES, nearestShape, type Shape } from '../studio/settings/shape.ts';

/** What somebody has chosen; undefined for what is usual of the model. */
export interface CalculatorChoice {
  readonly model: string | undefined;
  readonly shape?: Shape;
  readonly pixels?: number;
  readonly seconds?: number;
}

export type PricedSize = PricedModel['sizes'][number];

/** An order that the model sells, as near as there is one to what was chosen, with the price that the service quoted. */
export interface CalculatedOrder {
  readonly model: PricedModel;
  readonly shapes: readonly Shape[];
  readonly shape: Shape;
  /** Those of the shape, the smallest first. */
  readonly sizes: readonly PricedSize[];
  readonly size: PricedSize;
  /** The place of its length in the lengths of the model. */
  readonly length: number;
  readonly cents: number;
}

/** Undefined of a model that sells nothing. */
export function calculate(
  models: readonly PricedModel[],
  choice: CalculatorChoice,
): CalculatedOrder | undefined {
  const model = models.find(({ id }) => id === choice.model) ?? models[0];
  const usual = model?.sizes[model.usual_size];
  if (model === undefined || usual === undefined) return undefined;
  const shapes = NAMED_SHAPES.filter((shape) => model.sizes.some((size) => nearestShape(size) === shape));
  const wanted = choice.shape ?? nearestShape(usual);
  const shape = shapes.includes(wanted as (typeof shapes)[number]) ? wanted : nearestShape(usual);
  const sizes = model.sizes.filter((size) => nearestShape(size) === shape);
  const pixels = choice.pixels ?? usual.width * usual.height;
  const size = nearest(sizes, (one) => one.width * one.height - pixels) ?? usual;
  const seconds = choice.seconds ?? model.lengths[model.usual_length] ?? 0;
  const closest = nearest(model.lengths, (one) => one - seconds);
  const length = closest === undefined ? 0 : model.lengths.indexOf(closest);
  return { model, shapes, shape, sizes, size, length, cents: priceOf(model, size, length) };
}

/** Cents of an order of this size and length. */
export const priceOf = ({ prices }: PricedModel, size: PricedSize, length: number): number =>
  prices[size.prices]?.[length] ?? 0;

function nearest<Value>(values: readonly Value[], distance: (value: Value) => number): Value | undefined {
  return [...values].sort((one, other) => Math.abs(distance(one)) - Math.abs(distance(other)))[0];
}

/** The studio with these settings, paid from the balance. */
export function studioAddress({ model, size, length }: CalculatedOrder): string {
  const seconds = model.lengths[length];
  const query = new URLSearchParams({
    kind: model.kind,
    model: model.id,
    size: `${size.width}x${size.height}`,
  });
  if (seconds !== undefined) query.set('seconds', String(seconds));
  return `/studio?${query}`;
}
