import { type CatalogueDocument, type Rendered, renderedUnits } from '@kinora/contract';

type Model = CatalogueDocument['models'][number];

/** A job, as far as its rendering costs. */
export interface CostedJob extends Rendered {
  readonly model: string;
}

/** What an image, or a second of a video, costs the operator in US cents; null if the catalogue does not say it. */
export function unitCost(model: Model): number | null {
  return model.medium === 'image' ? model.cost_cents : model.cost_cents_per_second;
}

/** What a job costs in US cents, by what the catalogue says of its model; undefined where it says nothing. */
export function costByCatalogue(
  { models }: Pick<CatalogueDocument, 'models'>,
  job: CostedJob,
): number | undefined {
  const model = models.find(({ id }) => id === job.model);
  const each = model === undefined ? null : unitCost(model);
  return each === null ? undefined : each * renderedUnits(job);
}
