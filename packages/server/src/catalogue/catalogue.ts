import type { CatalogueDocument, PlanDocument, Rates, VideoMode } from '@kinora/contract';
import { type ImageModel, type Model, modelOf, type VideoModel } from './model.ts';
import { withPriceList } from './price-lists.ts';
import { ratesOf } from './rates.ts';

/** One version of what the service sells. Immutable; `open-catalogue.ts` says which one is in force. */
export interface Catalogue {
  readonly version: number;
  /** The price list that its prices are of; null for the prices of everybody else. */
  readonly priceList: string | null;
  /** The same with the prices of an account that has this list. */
  readonly pricedFor: (priceList: string | null) => Catalogue;
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

/** What a plan includes in a calendar month; nothing without one. */
export function includedIn(catalogue: Catalogue, plan: string | null): PlanDocument['included'] {
  const found = plan === null ? undefined : catalogue.plan(plan);
  return found?.included ?? { images: 0, video_seconds: 0 };
}

/** The catalogue of a document that `checkCatalogue` has passed. */
export function catalogueOf(version: number, document: CatalogueDocument): Catalogue {
  const byList = new Map<string | null, Catalogue>();
  const pricedFor = (id: string | null): Catalogue => {
    const list = document.price_lists.find((candidate) => candidate.id === id);
    const priceList = list?.id ?? null;
    const known = byList.get(priceList);
    if (known !== undefined) return known;
    const priced = list === undefined ? document : withPriceList(document, list);
    const catalogue = { ...soldIn(priced), version, priceList, pricedFor };
    byList.set(priceList, catalogue);
    return catalogue;
  };
  return pricedFor(null);
}

type Sold = Omit<Catalogue, 'version' | 'priceList' | 'pricedFor'>;

function soldIn(document: CatalogueDocument): Sold {
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
