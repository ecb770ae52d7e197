import type { CatalogueDocument, PriceListDocument } from '@kinora/contract';
import { divideCentsHalfUp } from '../kernel/money.ts';

/** The document with the prices of a list, so that whatever reads prices of it reads those. */
export function withPriceList(document: CatalogueDocument, list: PriceListDocument): CatalogueDocument {
  return {
    ...document,
    models: document.models.map((model) => {
      const priceOf = (step: number, cents: number): number =>
        list.prices[model.id]?.[step] ?? divideCentsHalfUp(cents * list.percent, 100);
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
