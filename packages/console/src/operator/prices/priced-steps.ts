import type { CatalogueDocument } from '@kinora/contract';
import { count } from '../../value/count.ts';

type Model = CatalogueDocument['models'][number];

interface PricedStep {
  /** The name of its amount in the step of the document. */
  readonly field: 'cents' | 'cents_per_second';
  /** What is sold for it, and its bound where the name does not say it. */
  readonly name: string;
  readonly bound?: string;
  readonly cents: number;
}

interface PricedModel {
  /** What the operator pays for one unit, in cents; null if it is not said. */
  readonly cost: number | null;
  readonly costField: 'cost_cents' | 'cost_cents_per_second';
  readonly unit: 'an image' | 'a second';
  readonly steps: readonly PricedStep[];
}

/** The prices of a model of either medium. */
export function pricedSteps(model: Model): PricedModel {
  if (model.medium === 'image') {
    return {
      cost: model.cost_cents,
      costField: 'cost_cents',
      unit: 'an image',
      steps: model.price.map(({ up_to_pixels: bound, cents }) => ({
        field: 'cents',
        name:
          bound === undefined
            ? model.price.length === 1
              ? 'an image'
              : 'a larger image'
            : `up to ${count(bound)} px`,
        cents,
      })),
    };
  }
  return {
    cost: model.cost_cents_per_second,
    costField: 'cost_cents_per_second',
    unit: 'a second',
    steps: model.price.map(({ resolution, up_to_side: side, cents_per_second: cents }) => ({
      field: 'cents_per_second',
      name: RESOLUTIONS[resolution],
      bound: `up to ${count(side)} px`,
      cents,
    })),
  };
}

const RESOLUTIONS = { hd: 'HD', fhd: 'Full HD', '2k': '2K' } as const;
