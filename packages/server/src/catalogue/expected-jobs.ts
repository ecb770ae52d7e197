import type { RenderOperation } from '@kinora/contract';
import { deliveredSize, framesOf, type Model, unitsIn } from './model.ts';
import type { Size } from './sizes.ts';

/** The job of a model's default size and length, and the seconds that it is expected to take. */
interface ExpectedJob extends Size {
  readonly operation: RenderOperation;
  readonly model: string;
  readonly frames: number | null;
  readonly seconds: number;
}

/** One for each operation of the models of which the operator expects something. */
export function expectedJobs(models: readonly Model[]): readonly ExpectedJob[] {
  return models.flatMap((model) => {
    const { id, operations, defaultSize, expectedSeconds: seconds } = model;
    if (seconds === null) return [];
    const { width, height } = deliveredSize(model, defaultSize) ?? defaultSize;
    const frames = model.medium === 'video' ? framesOf(unitsIn(model.defaultSeconds, model), model) : null;
    return operations.map((operation) => ({ operation, model: id, width, height, frames, seconds }));
  });
}
