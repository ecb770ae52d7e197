import type { CatalogueDocument } from '@kinora/contract';

/** What was delivered of one model. */
export interface ModelWork {
  readonly model: string;
  readonly jobs: number;
  /** The length of its videos; 0 for images. */
  readonly seconds: number;
}

interface WorkCost {
  /** Whole cents; null if no model of the work has a cost. */
  readonly cents: number | null;
  /** The models of the work that have none. */
  readonly unknown: readonly string[];
}

/** What the work cost the operator, as far as the catalogue says what an image or a second of its models costs. */
export function costOfWork(
  work: readonly ModelWork[],
  { models }: Pick<CatalogueDocument, 'models'>,
): WorkCost {
  const unknown: string[] = [];
  let cents = 0;
  for (const { model: id, jobs, seconds } of work) {
    const model = models.find((sold) => sold.id === id);
    const each = model?.medium === 'video' ? model.cost_cents_per_second : model?.cost_cents;
    if (each === null || each === undefined) unknown.push(id);
    else cents += each * (model?.medium === 'video' ? seconds : jobs);
  }
  return { cents: unknown.length === work.length ? null : Math.round(cents), unknown };
}
