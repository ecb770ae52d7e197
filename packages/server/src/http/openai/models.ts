import {
  defaultVideoMode,
  invalidRequest,
  type Medium,
  ok,
  type Problem,
  type Result,
  refused,
} from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Model } from '../../catalogue/model.ts';

/** A model has the names that clients have built in, if the operator gave it any, and always its id. */
export function nameOf({ id, aliases }: Model): string {
  return aliases[0] ?? id;
}

/** The model of a name or an id; the default model of the medium without one. Problem: `invalid_request`. */
export function readModel<Wanted extends Medium>(
  catalogue: Catalogue,
  medium: Wanted,
  name: string | null | undefined,
): Result<Extract<Model, { medium: Wanted }>, Problem> {
  const sold = catalogue.models.filter(
    (model): model is Extract<Model, { medium: Wanted }> => model.medium === medium,
  );
  const usual = medium === 'image' ? catalogue.imageModel : catalogue.videoModelOf(defaultVideoMode);
  const wanted = name ?? usual.id;
  const model = sold.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
  if (model !== undefined) return ok(model);
  // The names of other services' models are refused: their prices and results are not those of ours. The value is not quoted:
  // it could be an API key that was entered by mistake.
  const message = `there is no such model for this call; use ${sold.map(nameOf).join(', ')}`;
  return refused(invalidRequest([{ path: 'model', message }]));
}

const CREATED = Date.UTC(2026, 0, 1) / 1000;

export function viewModel(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'kinora' };
}
