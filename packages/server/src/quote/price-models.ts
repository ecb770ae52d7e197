import type { PricedModel, PriceStep } from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Model, secondsOf, type VideoModel } from '../catalogue/model.ts';
import { holderTitle } from '../catalogue/plans.ts';
import { formatSize, longerSide, type Size } from '../catalogue/sizes.ts';
import { quoteImage, quoteVideo } from './quote.ts';

/** The shapes and the longer sides that the page of prices offers of a grid, which may have thousands of sizes. */
const RATIOS = [
  [1, 1],
  [3, 2],
  [16, 9],
  [2, 3],
  [9, 16],
] as const;
const SIDES = [1024, 1280, 1920, 2048, 2560, 4096];
/** More lengths than a slider can tell apart are thinned out. */
const MAX_LENGTHS = 61;

/** Every model with what orders of it cost: each price is that of a quote. */
export function priceModels(catalogue: Catalogue): PricedModel[] {
  return catalogue.models.map((model) => priceModel(catalogue, model));
}

function priceModel(catalogue: Catalogue, model: Model): PricedModel {
  const lengths = model.medium === 'video' ? lengthsOf(model) : [];
  const rows: string[] = [];
  const sizes = new Map<string, PricedModel['sizes'][number]>();
  for (const requested of sizesToQuote(model)) {
    const quoted = quoteSize(catalogue, model, requested, lengths);
    if (quoted === undefined) continue;
    const row = JSON.stringify(quoted.cents);
    const at = rows.indexOf(row);
    const prices = at < 0 ? rows.push(row) - 1 : at;
    sizes.set(formatSize(quoted.size), { ...quoted.size, prices });
  }
  const listed = [...sizes.values()].sort((a, b) => a.width * a.height - b.width * b.height);
  const usual = formatSize(model.defaultSize);
  return {
    id: model.id,
    title: model.title,
    description: model.description,
    kind: model.medium,
    sound: model.medium === 'video' && model.sound,
    only_for: model.plans?.map((id) => holderTitle(catalogue, id)) ?? null,
    steps: stepsOf(model),
    lengths,
    usual_length: usualLength(model, lengths),
    sizes: listed,
    usual_size: Math.max(
      0,
      listed.findIndex((size) => formatSize(size) === usual),
    ),
    prices: rows.map((row): number[] => JSON.parse(row)),
  };
}

/** What is delivered for a requested size, and its price at each length; undefined if there is no such size. */
function quoteSize(
  catalogue: Catalogue,
  model: Model,
  { width, height }: Size,
  lengths: readonly number[],
): { readonly size: Size; readonly cents: readonly number[] } | undefined {
  const request = { model: model.id, width, height };
  const quotes =
    model.medium === 'image'
      ? [quoteImage(catalogue, request)]
      : lengths.map((duration) => quoteVideo(catalogue, { ...request, duration }));
  const delivered = quotes.flatMap((quoted) => (quoted.ok ? [quoted.value] : []));
  const [first] = delivered;
  if (first === undefined || delivered.length < quotes.length) return undefined;
  return {
    size: { width: first.width, height: first.height },
    cents: delivered.map(({ priceCents }) => priceCents),
  };
}

function sizesToQuote(model: Model): Size[] {
  const { grid, sizes, defaultSize } = model;
  if (grid === null) return [...sizes, defaultSize];
  const sides = [...SIDES, longerSide(defaultSize)].filter((side) => side >= grid.minSide);
  const onGrid = [...sides.filter((side) => side < grid.maxSide), grid.maxSide].flatMap((side) =>
    RATIOS.map(([across, down]) => {
      const scale = side / Math.max(across, down);
      return { width: Math.round(across * scale), height: Math.round(down * scale) };
    }),
  );
  return [...sizes, defaultSize, ...onGrid];
}

/** In seconds, each a length that the model sells. */
function lengthsOf(model: VideoModel): number[] {
  const { lengths } = model;
  if ('only' in lengths) return [...lengths.only].sort((a, b) => a - b).map((one) => secondsOf(one, model));
  const { min, max } = lengths;
  const apart = Math.ceil((max - min) / (MAX_LENGTHS - 1)) || 1;
  const units = Array.from({ length: Math.floor((max - min) / apart) + 1 }, (_, at) => min + at * apart);
  return [...new Set([...units, max])].map((one) => secondsOf(one, model));
}

function usualLength(model: Model, lengths: readonly number[]): number {
  if (model.medium === 'image') return 0;
  const { defaultSeconds: usual } = model;
  const distances = lengths.map((seconds) => Math.abs(seconds - usual));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

function stepsOf(model: Model): PriceStep[] {
  if (model.medium === 'image') {
    return model.price.map(({ upToPixels, cents }) => ({
      up_to_pixels: Number.isFinite(upToPixels) ? upToPixels : null,
      cents,
    }));
  }
  return model.price.map(({ resolution, upToSide, centsPerSecond }) => ({
    price_tier: resolution,
    up_to_side: upToSide,
    cents: centsPerSecond,
  }));
}
