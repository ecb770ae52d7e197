import {
  type CatalogueDocument,
  type PlanDocument,
  type Rates,
  type VideoMode,
} from '@kinora/contract';
import { type ImageModel, type Model, modelOf, type VideoModel } from './model.ts';
import { ratesOf } from './rates.ts';

/** One version of what the service sells. Immutable; `open-catalogue.ts` says which one is in force. */
export interface Catalogue {
  readonly version: number;
  readonly document: CatalogueDocument;
  /** In the order of the document. */
  readonly models: readonly Model[];
  readonly model: (id: string) => Model | undefined;
  /** The video model of a mode of the v1 API. */
  readonly videoModelOf: (mode: VideoMode) => VideoModel;
  /** The image model of a request that names none. */
  readonly imageModel: ImageModel;
  /** The price table of the v1 contract. */
  readonly rates: Rates;
  readonly plans: readonly PlanDocument[];
  readonly plan: (id: string) => PlanDocument | undefined;
}

/** The catalogue of a document that `checkCatalogue` has passed. */
export function catalogueOf(version: number, document: CatalogueDocument): Catalogue {
  const models = document.models.map(modelOf);
  const byId = new Map(models.map((model) => [model.id, model]));
  const plans = new Map(document.plans.map((plan) => [plan.id, plan]));
  const imageModel = byId.get(document.default_image_model);
  const byMode = new Map(
    models.flatMap((model) => (model.medium === 'video' && model.mode !== null ? [[model.mode, model]] : [])),
  );
  const videoModelOf = (mode: VideoMode): VideoModel => {
    const model = byMode.get(mode);
    if (model === undefined) throw new Error(`no model has the mode ${mode}`);
    return model;
  };
  if (imageModel?.medium !== 'image') throw new Error('the default image model renders images');
  return {
    version,
    document,
    models,
    model: (id) => byId.get(id),
    videoModelOf,
    imageModel,
    rates: ratesOf(document),
    plans: document.plans,
    plan: (id) => plans.get(id),
  };
}
