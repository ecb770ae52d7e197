import { defaultVideoMode, type Medium, type RenderOperation } from '@kinora/contract';
import type { Catalogue } from './catalogue.ts';
import { deliveredSize, framesOf, type Model, unitsIn } from './model.ts';
import type { Size } from './sizes.ts';

/** The job of a model's default size and length. */
interface DefaultJob extends Size {
  readonly operation: RenderOperation;
  readonly model: string;
  readonly frames: number | null;
}

/** The same, and the seconds that it is expected to take. */
interface ExpectedJob extends DefaultJob {
  readonly seconds: number;
}

/** One for each operation of the models of which the operator expects something. */
export function expectedJobs(models: readonly Model[]): readonly ExpectedJob[] {
  return models.flatMap((model) => {
    const { operations, expectedSeconds: seconds } = model;
    if (seconds === null) return [];
    return operations.map((operation) => ({ ...defaultJob(model, operation), seconds }));
  });
}

/** The jobs whose expected ends stand for their pools: an order without a model, a size and a length. */
export function typicalJobs(catalogue: Catalogue): Readonly<Record<Medium, DefaultJob>> {
  return {
    image: defaultJob(catalogue.imageModel, 'image'),
    video: defaultJob(catalogue.videoModelOf(defaultVideoMode), 'video'),
  };
}

export function defaultJob(model: Model, operation: RenderOperation): DefaultJob {
  const { width, height } = deliveredSize(model, model.defaultSize) ?? model.defaultSize;
  const frames = model.medium === 'video' ? framesOf(unitsIn(model.defaultSeconds, model), model) : null;
  return { operation, model: model.id, width, height, frames };
}
