import type { WorkerCapability } from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Model } from '../catalogue/model.ts';
import { longerSide } from '../catalogue/sizes.ts';

/**
 * What a worker can render and nobody can order, as sentences for the operator: a model that the catalogue does not have, or of
 * which it renders none of the operations, or less than the smallest size. A worker that can do more than is sold is no fault. The worker may be newer than the catalogue
 * that is in force, so it is not refused.
 */
export function unfitCapabilities(
  capabilities: readonly WorkerCapability[],
  catalogue: Pick<Catalogue, 'model'>,
): readonly string[] {
  return [...Map.groupBy(capabilities, ({ model }) => model)].flatMap(([id, ofModel]) => {
    const model = catalogue.model(id);
    return model === undefined ? `${id} is not a model of the catalogue` : unfitOf(model, ofModel);
  });
}

function unfitOf(model: Model, capabilities: readonly WorkerCapability[]): readonly string[] {
  const { id, operations } = model;
  const strange = capabilities.filter(({ operation }) => !operations.includes(operation));
  const smallest = smallestSide(model);
  const short = capabilities.filter(
    (capability) => !strange.includes(capability) && capability.longest_side < smallest,
  );
  return [
    ...(strange.length === capabilities.length
      ? [`${id} is not sold for ${namesOf(strange)}, but for ${operations.join(', ')}`]
      : []),
    ...short.map(
      ({ operation, longest_side }) =>
        `${id} has no size within the ${longest_side} pixels of ${operation}; its smallest has ${smallest}`,
    ),
  ];
}

const namesOf = (capabilities: readonly WorkerCapability[]): string =>
  capabilities.map(({ operation }) => operation).join(', ');

/** The longer side of the smallest size. */
function smallestSide({ sizes, grid }: Model): number {
  return Math.min(...sizes.map(longerSide), grid?.minSide ?? Number.POSITIVE_INFINITY);
}
