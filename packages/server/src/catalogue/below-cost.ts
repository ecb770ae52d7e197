import type { CatalogueDocument } from '@kinora/contract';
import { withPriceList } from './price-lists.ts';
import { unitCost } from './rendering-cost.ts';

type Model = CatalogueDocument['models'][number];

/** What an image, or a second of a video, of a model costs with a worker. */
export interface WorkerCost {
  readonly worker: string;
  readonly model: string;
  readonly cents: number;
}

/** A model whose lowest price is below what it costs. */
export interface PriceBelowCost {
  readonly model: string;
  /** With the numbers and what can be done, for operators. */
  readonly sentence: string;
}

/**
 * The models whose lowest price, of all their steps and of all price lists, is below the highest of their costs: that of the catalogue,
 * and those that workers state.
 */
export function pricesBelowCost(
  document: CatalogueDocument,
  workers: readonly WorkerCost[],
): PriceBelowCost[] {
  return document.models.flatMap((model) => {
    const price = minPrice(document, model);
    const cost = maxCost(model, workers);
    if (cost === undefined || cost.cents <= price.cents) return [];
    const unit = model.medium === 'image' ? 'an image' : 'a second';
    const list = price.list === undefined ? '' : ` with the price list ${price.list}`;
    const remedy = cost.worker === undefined ? 'correct its cost' : `let a cheaper worker serve it`;
    const sentence =
      `${model.title} (${model.id}): ${unit} is sold from ${shown(price.cents)} cents${list} and costs ${shown(cost.cents)} cents ` +
      `${cost.worker === undefined ? 'by the catalogue' : `with the worker ${cost.worker}`}. Raise its price, or ${remedy}.`;
    return [{ model: model.id, sentence }];
  });
}

const shown = (cents: number): string => String(Number(cents.toFixed(4)));

const lowest = <Item extends { readonly cents: number }>(items: readonly Item[]): Item | undefined =>
  items.toSorted((one, other) => one.cents - other.cents)[0];

function minPrice(document: CatalogueDocument, model: Model) {
  const documents = [
    { list: undefined, models: document.models },
    ...document.price_lists.map((list) => ({
      list: list.title,
      models: withPriceList(document, list).models,
    })),
  ];
  const prices = documents.flatMap(({ list, models }) =>
    pricesOf(models.find(({ id }) => id === model.id)).map((cents) => ({ cents, list })),
  );
  return lowest(prices) ?? { cents: Number.POSITIVE_INFINITY, list: undefined };
}

function pricesOf(model: Model | undefined): number[] {
  if (model?.medium === 'image') return model.price.map(({ cents }) => cents);
  return model?.price.map(({ cents_per_second: cents }) => cents) ?? [];
}

function maxCost(model: Model, workers: readonly WorkerCost[]) {
  const cents = unitCost(model);
  const costs: { readonly cents: number; readonly worker?: string }[] = [
    ...(cents === null ? [] : [{ cents }]),
    ...workers.filter((worker) => worker.model === model.id),
  ];
  return costs.toSorted((one, other) => other.cents - one.cents)[0];
}
