import type { Model } from '@kinora/client';
import { describeSeconds } from './describe-seconds.ts';
import { formatUsd } from './output.ts';

/** A model in words. Its names, sizes and prices are the service's. */

/** `0.10 to 0.20 USD a second`, over all sizes. */
export function describePrices(model: Model): string {
  const cents = pricesOf(model).map(([, price]) => price);
  const [least, most] = [Math.min(...cents), Math.max(...cents)];
  const range = least === most ? formatUsd(most) : `${(least / 100).toFixed(2)} to ${formatUsd(most)}`;
  return model.kind === 'video' ? `${range} a second` : range;
}

/** The sizes of a price and its cents, the smallest first. */
function pricesOf(model: Model): readonly (readonly [string, number])[] {
  if (model.kind === 'video')
    return model.price.map((step) => [`up to ${step.up_to_side} pixels a side`, step.cents_per_second]);
  return model.price.map(({ up_to_pixels: pixels, cents }) => [
    pixels === null ? 'larger' : `up to ${pixels} pixels`,
    cents,
  ]);
}

export function describeLengths(model: Model): string {
  if (model.kind === 'image') return '';
  const { seconds } = model;
  return Array.isArray(seconds) ? `${seconds.join(', ')} s` : `${seconds.min} to ${seconds.max} s`;
}

/** The size of an order that has none, and how much choice there is besides. */
export function describeSizes({ default_size: usual, sizes, grid }: Model): string {
  if (grid !== null) return `${usual}, or ${grid.min_side} to ${grid.max_side} a side`;
  const others = sizes.filter((size) => size !== usual).length;
  return others === 0 ? usual : `${usual} and ${others} more`;
}

/** Whether an order would be rendered now, and when it would be done. */
export function describeWait({ available, estimated_wait_seconds: seconds }: Model): string {
  if (seconds === null) return available ? 'ready' : 'no worker now';
  return `about ${describeSeconds(seconds)}${available ? '' : ', with the start of a worker'}`;
}

/** Everything that the service says about a model, as names and values. */
export function describeModel(model: Model): readonly (readonly [string, string])[] {
  const { sizes, grid, plans, included_weight: weight } = model;
  return [
    ['Model', model.id],
    ['Title', model.title],
    ['Good for', model.description],
    ['Renders', model.operations.join(', ')],
    ...pricesOf(model).map(([size, cents], at): readonly [string, string] => [
      at === 0 ? 'Price' : '',
      `${formatUsd(cents)}${model.kind === 'video' ? ' a second' : ''}, ${size}`,
    ]),
    ['Allowance', weight === 0 ? 'not included in a plan' : `uses ${weight} for each ${unitOf(model)}`],
    ...(plans === null ? [] : [['Plans', plans.join(', ')] as const]),
    ['Default size', model.default_size],
    ...(sizes.length === 0 ? [] : [['Exact sizes', sizes.join(', ')] as const]),
    ...(grid === null
      ? []
      : [['Other sizes', `${grid.min_side} to ${grid.max_side} a side, in steps of ${grid.step}`] as const]),
    ...describeVideo(model),
    // A server of an earlier version does not say it.
    ...(model.negative_prompt === true ? [['Negative prompt', 'yes, with --negative'] as const] : []),
    ['Wait', describeWait(model)],
  ];
}

function describeVideo(model: Model): readonly (readonly [string, string])[] {
  if (model.kind === 'image') return [];
  return [
    ['Lengths', `${describeLengths(model)}; default ${model.default_seconds} s`],
    ['Frames', `${model.frames_per_second} a second`],
    ['Sound', model.sound ? 'yes' : 'no'],
    ...(model.mode === null ? [] : [['Mode', model.mode] as const]),
  ];
}

const unitOf = ({ kind }: Model): string => (kind === 'video' ? 'second' : 'image');
