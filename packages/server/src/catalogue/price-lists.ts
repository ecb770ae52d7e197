import type { CatalogueDocument, PriceListDocument } from '@kinora/contract';
import { type Cents, divideCentsHalfUp } from '../kernel/money.ts';

/** In whole cents, half a cent rounded up. */
export function percentOf(cents: Cents, percent: number): Cents {
  return divideCentsHalfUp(cents * percent, 100);
}

/** The document with the prices of a list, so that whatever reads prices of it reads those. */
export function withPriceList(document: CatalogueDocument, list: PriceListDocument): CatalogueDocument {
  return {
    ...document,
    models: document.models.map((model) => {
      const priceOf = (step: number, cents: number): number =>
        list.prices[model.id]?.[step] ?? percentOf(cents, list.percent);
      if (model.medium === 'image') {
        return {
          ...model,
          price: model.price.map((step, at) => ({ ...step, cents: priceOf(at, step.cents) })),
        };
      }
      const price = model.price.map((step, at) => ({
        ...step,
        cents_per_second: priceOf(at, step.cents_per_second),
      }));
      return { ...model, price };
    }),
  };
}
