import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  catalogueSchema,
  type Medium,
  modelListSchema,
  type RenderOperation,
  type Size,
  workerAgent,
} from '@kinora/contract';
import { UsageError } from '@kinora/program/command';
import { parse } from 'yaml';
import type { z } from 'zod';

/** A model of the catalogue: what a worker must render, and what that is sold for. */
export interface SoldModel {
  readonly id: string;
  readonly medium: Medium;
  readonly operations: readonly RenderOperation[];
  readonly sizes: readonly Size[];
  readonly defaultSize: Size;
  readonly grid: { readonly step: number; readonly minSide: number; readonly maxSide: number } | undefined;
  /** Cents of an image, or of a second. `upTo` is pixels of an image, or of the longer side of a video. */
  readonly price: readonly { readonly upTo: number; readonly cents: number }[];
  /** What an image or a second costs, as the catalogue says. */
  readonly costCents: number | undefined;
  /** Only of videos. */
  readonly length: VideoLength | undefined;
}

interface VideoLength {
  readonly shortestSeconds: number;
  readonly framesPerSecond: number;
  readonly frameStep: number;
  readonly sound: boolean;
}

export interface Catalogue {
  /** Where it is from, for people. */
  readonly from: string;
  readonly models: readonly SoldModel[];
}

/** The catalogue of a new installation, which every clone has. */
const DEFAULT_FILE = fileURLToPath(new URL('../../../server/catalogue/default.yaml', import.meta.url));
const CALL_MS = 5_000;

/** Those of the file, else those of the server now, else those of a new installation. */
export async function readCatalogue(
  file: string | undefined,
  server: string | undefined,
): Promise<Catalogue> {
  if (file !== undefined) return readFileOf(file, file);
  const sold = server === undefined ? undefined : await readServer(server);
  if (sold !== undefined) return sold;
  const why = server === undefined ? 'no server is named' : `${server} does not respond`;
  return readFileOf(DEFAULT_FILE, `the catalogue of a new installation, because ${why}`);
}

async function readFileOf(file: string, from: string): Promise<Catalogue> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`--catalogue: ${file} cannot be read: ${error.message}`);
  });
  const read = catalogueSchema.safeParse(parsed(text, file));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UsageError(
      `--catalogue: ${file} is not a catalogue: ${issue?.path.join('.')}: ${issue?.message}; "kinora catalogue export" writes one`,
    );
  }
  return { from, models: read.data.models.map(modelOfFile) };
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`--catalogue: ${file} is not YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function modelOfFile(model: z.infer<typeof catalogueSchema>['models'][number]): SoldModel {
  const { id, medium, operations } = model;
  const common = { id, medium, operations, ...sizesOf(model) };
  if (model.medium === 'image') {
    const price = model.price.map((step) => ({ upTo: step.up_to_pixels ?? Infinity, cents: step.cents }));
    return { ...common, price, costCents: model.cost_cents ?? undefined, length: undefined };
  }
  return {
    ...common,
    price: model.price.map((step) => ({ upTo: step.up_to_side, cents: step.cents_per_second })),
    costCents: model.cost_cents_per_second ?? undefined,
    length: {
      shortestSeconds: shortestOf(model.seconds),
      framesPerSecond: model.frames.per_second,
      frameStep: model.frames.step,
      sound: model.sound,
    },
  };
}

/** Undefined if none of a Kinora responds there: the worker may be set up before its server. */
async function readServer(server: string): Promise<Catalogue | undefined> {
  const init = { headers: { 'user-agent': workerAgent }, signal: AbortSignal.timeout(CALL_MS) };
  const answer = await fetch(`${server}/api/v1/models`, init)
    .then((response) => response.json())
    .catch(() => undefined);
  const read = modelListSchema.safeParse(answer);
  if (!read.success) return undefined;
  const { models, catalogue_version: version } = read.data;
  return { from: `${server}, version ${version} of its catalogue`, models: models.map(modelOfList) };
}

function modelOfList(model: z.infer<typeof modelListSchema>['models'][number]): SoldModel {
  const { id, kind: medium, operations } = model;
  const common = { id, medium, operations, ...sizesOf(model), costCents: undefined };
  if (!('seconds' in model)) {
    const price = model.price.map((step) => ({ upTo: step.up_to_pixels ?? Infinity, cents: step.cents }));
    return { ...common, price, length: undefined };
  }
  return {
    ...common,
    price: model.price.map((step) => ({ upTo: step.up_to_side, cents: step.cents_per_second })),
    length: {
      shortestSeconds: shortestOf(model.seconds),
      framesPerSecond: model.frames_per_second,
      frameStep: model.frame_step,
      sound: model.sound,
    },
  };
}

interface WrittenSizes {
  readonly sizes: readonly string[];
  readonly default_size: string;
  readonly grid: { readonly step: number; readonly min_side: number; readonly max_side: number } | null;
}

function sizesOf({ sizes, default_size, grid }: WrittenSizes) {
  return {
    sizes: sizes.map(readSize),
    defaultSize: readSize(default_size),
    grid: grid === null ? undefined : { step: grid.step, minSide: grid.min_side, maxSide: grid.max_side },
  };
}

const shortestOf = (seconds: readonly number[] | { readonly min: number }): number =>
  'min' in seconds ? seconds.min : Math.min(...seconds);

function readSize(text: string): Size {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}

/** The longest side that is sold. */
export function maxSideOf({ sizes, defaultSize, grid }: SoldModel): number {
  return Math.max(...[...sizes, defaultSize].map(longerSide), grid?.maxSide ?? 0);
}

export const longerSide = ({ width, height }: Size): number => Math.max(width, height);

/** Cents of one image, or of one second, in this size. */
export function priceOf({ medium, price }: SoldModel, size: Size): number {
  const measure = medium === 'image' ? size.width * size.height : longerSide(size);
  return (price.find(({ upTo }) => measure <= upTo) ?? price.at(-1))?.cents ?? 0;
}
