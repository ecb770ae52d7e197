import { catalogueSchema, ok } from '@kinora/contract';
import { type Catalogue, catalogueOf } from '../../src/catalogue/catalogue.ts';
import { insertVersion, lockVersions } from '../../src/catalogue/catalogue-versions.ts';
import { readDefaultCatalogue } from '../../src/catalogue/default-catalogue.ts';
import { expectedJobs } from '../../src/catalogue/expected-jobs.ts';
import type { ImageModel, VideoModel } from '../../src/catalogue/model.ts';
import { type OpenCatalogue, openCatalogue } from '../../src/catalogue/open-catalogue.ts';
import type { Database } from '../../src/db/database.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import {
  type ImageQuote,
  quoteImage,
  quoteVideo,
  type VideoQuote,
  type VideoRequest,
} from '../../src/quote/quote.ts';
import { type JobQuote, pricedInMoney } from '../../src/quote/quote-job.ts';

/** The contract as a catalogue: what a test sells that says nothing else. */
export const catalogue: Catalogue = readDefaultCatalogue();

/** The contract says of no model how long it takes. */
export const nothingExpected = (): ReturnType<typeof expectedJobs> => expectedJobs(catalogue.models);

/** A catalogue that is always in force. */
export function openOnly(only: Catalogue = catalogue): OpenCatalogue {
  return {
    now: () => only,
    at: () => only,
    latest: () => only.version,
    holdsUntil: () => null,
    refresh: async () => {},
  };
}

/** A quote of what the contract sells. */
export function imageOf(width = 1024, height = 1024): ImageQuote {
  const quoted = quoteImage(catalogue, { width, height });
  if (!quoted.ok) throw new Error(quoted.problem.message);
  return quoted.value;
}

export function videoOf(request: VideoRequest = {}): VideoQuote {
  const quoted = quoteVideo(catalogue, request);
  if (!quoted.ok) throw new Error(quoted.problem.message);
  return quoted.value;
}

/** The same with its price, as an order has it. */
export function pricedOf(quote: ImageQuote | VideoQuote): JobQuote {
  const priced = pricedInMoney(catalogue, ok(quote));
  if (!priced.ok) throw new Error(priced.problem.message);
  return priced.value;
}

interface ModelOfTest {
  readonly id: string;
  readonly [field: string]: unknown;
}

const ANY_IMAGE = {
  medium: 'image',
  title: 'An image model',
  description: 'Of a test.',
  operations: ['image'],
  default_size: '1024x1024',
  grid: { step: 1, min_side: 256, max_side: 2048 },
  price: [{ cents: 5 }],
  cost_cents: null,
};

const ANY_VIDEO = {
  medium: 'video',
  title: 'A video model',
  description: 'Of a test.',
  operations: ['video'],
  sizes: ['1280x720'],
  default_size: '1280x720',
  frames: { per_second: 24, step: 8 },
  seconds: { min: 1, max: 10 },
  sound: false,
  price: [{ resolution: 'hd', up_to_side: 1280, cents_per_second: 10 }],
};

/** A test says only what it is about of a model. */
export const anImageModel = (model: ModelOfTest): object => ({ ...ANY_IMAGE, ...model });
export const aVideoModel = (model: ModelOfTest): object => ({ ...ANY_VIDEO, ...model });

type Changes = Readonly<Partial<Catalogue['document']>>;

/** The contract with other fields, and with more models. */
export function catalogueWith(models: readonly object[], changes: Changes = {}, version = 1): Catalogue {
  const { document } = catalogue;
  return catalogueOf(
    version,
    catalogueSchema.parse({ ...document, ...changes, models: [...document.models, ...models] }),
  );
}

export function imageModelIn(sold: Catalogue, id: string): ImageModel {
  const model = sold.model(id);
  if (model?.medium !== 'image') throw new Error(`there is no image model ${id}`);
  return model;
}

export function videoModelIn(sold: Catalogue, id: string): VideoModel {
  const model = sold.model(id);
  if (model?.medium !== 'video') throw new Error(`there is no video model ${id}`);
  return model;
}

/** Writes the version that the first start of a server writes. */
export async function writeFirstCatalogue(database: Database): Promise<void> {
  await using started = new AsyncDisposableStack();
  const onError = (error: unknown): never => {
    throw error;
  };
  await openCatalogue(database, { clock: systemClock, onError }, started);
}

/** The contract with images at this price. */
export function catalogueOfImagesFor(cents: number): Catalogue['document'] {
  const { document } = catalogue;
  const models = document.models.map((model) =>
    model.medium === 'image' ? { ...model, price: model.price.map((step) => ({ ...step, cents })) } : model,
  );
  return { ...document, models };
}

/** Writes the next version as another server does, so that a server here reads it up to a second later. Returns its number. */
export async function startCatalogue(
  database: Database,
  document: Catalogue['document'],
  startsAt: Date = systemClock.now(),
): Promise<number> {
  return database.transaction(async (tx) => {
    await lockVersions(tx);
    return insertVersion(
      tx,
      { document, startsAt, appliedBy: 'a test', fileDigest: null },
      systemClock.now(),
    );
  });
}

/** Puts it in force from the beginning, as the second version of a database that no server uses yet. */
export async function sellFromStart(database: Database, sold: Catalogue): Promise<void> {
  const version = await startCatalogue(database, sold.document, new Date(1));
  if (version !== sold.version) throw new Error(`it is version ${version}, not ${sold.version}`);
}
