import {
  type CatalogueDocument,
  catalogueSchema,
  type ImageModelDocument,
  poolOfOperation,
  ratesSchema,
  resolutionNames,
  sayIssue,
  type VideoModelDocument,
  videoModeNames,
} from '@kinora/contract';
import type { z } from 'zod';
import { deliveredSize, modelOf, unitsIn } from './model.ts';
import { ratesShape } from './rates.ts';
import { longerSide, readSize } from './sizes.ts';

/** Where a catalogue is wrong, and what to do about it. */
export interface CatalogueFault {
  /** Such as `['models', 2, 'price', 0, 'cents']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type CheckedCatalogue =
  | { readonly ok: true; readonly document: CatalogueDocument }
  | { readonly ok: false; readonly faults: readonly CatalogueFault[] };

/** Checks a value read from YAML or JSON: each field by itself, then together. */
export function checkCatalogue(value: unknown): CheckedCatalogue {
  const read = catalogueSchema.safeParse(value, { reportInput: true });
  if (!read.success) return { ok: false, faults: read.error.issues.flatMap(faultsOfIssue) };
  const document = read.data;
  const faults = [
    ...document.models.flatMap((model, at) => modelFaults(document, model, ['models', at])),
    ...together(document),
  ];
  // What follows is said of a catalogue that is otherwise right.
  const shape = faults.length > 0 ? [] : contractFaults(document);
  return faults.length + shape.length === 0
    ? { ok: true, document }
    : { ok: false, faults: [...faults, ...shape] };
}

type Path = CatalogueFault['path'];

function faultsOfIssue(issue: z.core.$ZodIssue): CatalogueFault[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const inside = (faults: readonly CatalogueFault[]): CatalogueFault[] =>
    faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'there is no such field; delete it' }));
  }
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.map((errors) => errors.flatMap(faultsOfIssue));
    // The branch that was meant: the one whose faults are inside.
    const meant = branches.find((faults) => faults.every((fault) => fault.path.length > 0)) ?? branches[0];
    if (meant !== undefined && meant.length > 0) return inside(meant);
  }
  return [{ path, message: sayIssue(issue) }];
}

function modelFaults(
  document: CatalogueDocument,
  model: ImageModelDocument | VideoModelDocument,
  at: Path,
): CatalogueFault[] {
  const faults: CatalogueFault[] = [];
  const add = (path: Path, message: string): void => {
    faults.push({ path: [...at, ...path], message });
  };
  for (const [index, operation] of model.operations.entries()) {
    if (poolOfOperation[operation] === model.medium) continue;
    add(['operations', index], `${operation} renders no ${model.medium}; delete it, or change the medium`);
  }
  const { grid } = model;
  if (model.sizes.length === 0 && grid === null) {
    add(['sizes'], 'list at least one size, or set a grid');
  }
  if (grid !== null) {
    if (grid.min_side > grid.max_side) add(['grid', 'min_side'], 'must not be above max_side');
    for (const name of ['min_side', 'max_side'] as const) {
      if (grid[name] % grid.step !== 0) add(['grid', name], `must be a multiple of the step, ${grid.step}`);
    }
    if (model.medium === 'video' && grid.step % 2 !== 0) {
      add(['grid', 'step'], 'must be even: a video has even sides');
    }
  }
  for (const [index, text] of model.sizes.entries()) {
    const { width, height } = readSize(text);
    if (model.medium === 'video' && (width % 2 !== 0 || height % 2 !== 0)) {
      add(['sizes', index], 'must be even: a video has even sides');
    }
    if (model.sizes.indexOf(text) < index) add(['sizes', index], 'is listed twice; delete one');
  }
  for (const [index, plan] of (model.plans ?? []).entries()) {
    if (plan === 'none' || document.plans.some(({ id }) => id === plan)) continue;
    add(['plans', index], `there is no plan ${plan}; it must be the id of a plan, or none`);
  }
  if (model.medium === 'image') imageFaults(model, add);
  else videoFaults(model, add);
  if (faults.length > 0) return faults;
  const rendered = deliveredSize(modelOf(model), readSize(model.default_size));
  const isExact = rendered !== undefined && `${rendered.width}x${rendered.height}` === model.default_size;
  if (!isExact) add(['default_size'], 'must be one of the sizes, or on the grid');
  return faults;
}

type Add = (path: Path, message: string) => void;

function imageFaults({ price }: ImageModelDocument, add: Add): void {
  let before = 0;
  for (const [index, step] of price.entries()) {
    const isLast = index === price.length - 1;
    if (isLast !== (step.up_to_pixels === undefined)) {
      add(
        ['price', index, 'up_to_pixels'],
        isLast ? 'delete it: the last step has every larger size' : 'is missing',
      );
      continue;
    }
    if (step.up_to_pixels !== undefined && step.up_to_pixels <= before) {
      add(['price', index, 'up_to_pixels'], `must be above that of the step before, ${before}`);
    }
    before = step.up_to_pixels ?? before;
  }
}

function videoFaults(model: VideoModelDocument, add: Add): void {
  const { price, grid, seconds } = model;
  for (const [index, step] of price.entries()) {
    const before = price[index - 1];
    if (before === undefined) continue;
    if (step.up_to_side <= before.up_to_side) {
      add(['price', index, 'up_to_side'], `must be above that of the step before, ${before.up_to_side}`);
    }
    if (resolutionNames.indexOf(step.resolution) <= resolutionNames.indexOf(before.resolution)) {
      add(
        ['price', index, 'resolution'],
        `must come after ${before.resolution} in ${resolutionNames.join(', ')}`,
      );
    }
  }
  const priced = price.at(-1)?.up_to_side ?? 0;
  for (const [index, text] of model.sizes.entries()) {
    if (longerSide(readSize(text)) > priced) {
      add(['sizes', index], `has no price: the last step goes up to ${priced} pixels`);
    }
  }
  if (grid !== null && grid.max_side > priced) {
    add(['grid', 'max_side'], `has no price: the last step goes up to ${priced} pixels`);
  }
  lengthFaults(model, add);
  if (
    Array.isArray(seconds)
      ? !seconds.includes(model.default_seconds)
      : !within(model.default_seconds, seconds)
  ) {
    add(['default_seconds'], 'must be a length that the model has');
  }
}

const within = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value >= min && value <= max;

function lengthFaults({ seconds, frames }: VideoModelDocument, add: Add): void {
  const clock = { framesPerSecond: frames.per_second, frameStep: frames.step };
  const unit = `${frames.step}/${frames.per_second} s`;
  const isWhole = (length: number): boolean => {
    const units = unitsIn(length, clock);
    return units > 0 && Math.abs((units * frames.step) / frames.per_second - length) < 1e-6;
  };
  if (!Array.isArray(seconds)) {
    if (seconds.min > seconds.max) add(['seconds', 'min'], 'must not be above max');
    for (const name of ['min', 'max'] as const) {
      if (!isWhole(seconds[name]))
        add(['seconds', name], `must be a multiple of ${unit}, one step of frames`);
    }
    return;
  }
  for (const [index, length] of seconds.entries()) {
    if (!isWhole(length)) add(['seconds', index], `must be a multiple of ${unit}, one step of frames`);
    if (seconds.indexOf(length) < index) add(['seconds', index], 'is listed twice; delete one');
  }
}

/** Names that are used for an account without a plan. */
const NO_PLAN = ['none', 'free', 'prepaid'];

function together(document: CatalogueDocument): CatalogueFault[] {
  const { models, plans } = document;
  const faults: CatalogueFault[] = [
    ...twice('models', models),
    ...twice('plans', plans),
    ...twice('price_lists', document.price_lists),
    ...listFaults(document),
    ...aliasFaults(document),
  ];
  for (const [index, { id }] of plans.entries()) {
    if (!NO_PLAN.includes(id)) continue;
    faults.push({
      path: ['plans', index, 'id'],
      message: 'stands for accounts without a plan; choose another id',
    });
  }
  for (const id of ['pro', 'max']) {
    const plan = plans.find((candidate) => candidate.id === id);
    if (plan === undefined) {
      faults.push({ path: ['plans'], message: `the v1 contract sells a plan with the id ${id}; add it` });
    } else if (plan.month_cents === null) {
      const path = ['plans', plans.indexOf(plan), 'month_cents'];
      faults.push({ path, message: 'is missing: the v1 contract names its price by the month' });
    }
  }
  const image = models.find(({ id }) => id === document.default_image_model);
  if (image?.medium !== 'image') {
    faults.push({
      path: ['default_image_model'],
      message: 'must be the id of a model with the medium image',
    });
  }
  for (const mode of videoModeNames) {
    const named = models.flatMap((model, at) =>
      model.medium === 'video' && model.mode === mode ? [at] : [],
    );
    if (named.length === 0) {
      faults.push({
        path: ['models'],
        message: `the v1 contract has the mode ${mode}; give it to one video model`,
      });
    }
    for (const at of named.slice(1)) {
      faults.push({
        path: ['models', at, 'mode'],
        message: `${mode} is the mode of an earlier model; delete one`,
      });
    }
  }
  return faults;
}

function aliasFaults({ models }: CatalogueDocument): CatalogueFault[] {
  const names = new Set(models.map(({ id }) => id));
  return models.flatMap(({ aliases }, at) =>
    aliases.flatMap((alias, index) => {
      const isTaken = names.has(alias);
      names.add(alias);
      return isTaken
        ? [
            {
              path: ['models', at, 'aliases', index],
              message: `${alias} is another name already; choose one for each`,
            },
          ]
        : [];
    }),
  );
}

function listFaults({ models, price_lists: lists }: CatalogueDocument): CatalogueFault[] {
  return lists.flatMap(({ prices }, at) =>
    Object.entries(prices).flatMap(([id, cents]) => {
      const steps = models.find((model) => model.id === id)?.price.length;
      if (steps === cents.length) return [];
      const message =
        steps === undefined
          ? `there is no model ${id}; delete it`
          : `must have ${steps} prices, one for each step of the model`;
      return [{ path: ['price_lists', at, 'prices', id], message }];
    }),
  );
}

function twice(name: string, entries: readonly { readonly id: string }[]): CatalogueFault[] {
  const ids = entries.map(({ id }) => id);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) < at
      ? [{ path: [name, at, 'id'], message: `${id} is used twice; choose another id` }]
      : [],
  );
}

/** What the v1 contract says of its models, so that its clients work with every catalogue. */
function contractFaults(document: CatalogueDocument): CatalogueFault[] {
  const faults: CatalogueFault[] = [];
  for (const [at, model] of document.models.entries()) {
    const isContract =
      model.medium === 'video' ? model.mode !== null : model.id === document.default_image_model;
    if (!isContract) continue;
    const add = (path: Path, message: string): void => {
      faults.push({ path: ['models', at, ...path], message });
    };
    if (model.plans !== null) add(['plans'], 'delete it: the v1 contract sells this model to everybody');
    if (model.medium === 'image') imageContract(model, add);
    else videoContract(model, add);
  }
  if (faults.length > 0) return faults;
  const rates = ratesSchema.safeParse(ratesShape(document));
  if (rates.success) return [];
  return rates.error.issues.map(({ path, message }) => ({
    path: ['models'],
    message: `the price table of the v1 contract would be wrong at rates.${path.join('.')}: ${message}`,
  }));
}

function imageContract(model: ImageModelDocument, add: Add): void {
  if (model.price.length !== 2)
    add(['price'], 'must have two steps: the v1 contract has a standard and a large image');
  if (
    model.grid === null ||
    model.grid.step !== 1 ||
    model.grid.min_side !== 256 ||
    model.grid.max_side !== 2048
  ) {
    add(
      ['grid'],
      'must be { step: 1, min_side: 256, max_side: 2048 }: the v1 contract takes sides from 256 to 2048',
    );
  }
  if (model.default_size !== '1024x1024') add(['default_size'], 'must be 1024x1024, as the v1 contract says');
  for (const operation of ['image', 'i2i', 'upscale', 'upscale_pro'] as const) {
    if (!model.operations.includes(operation))
      add(['operations'], `must include ${operation}, which the job API sells`);
  }
}

/** The sizes of the v1 contract by mode: 16:9, 9:16, 1:1, 3:2 and 2:3. */
const HD = ['1280x720', '720x1280', '720x720', '1080x720', '720x1080'];
const FHD = ['1920x1080', '1080x1920', '1080x1080', '1620x1080', '1080x1620'];
const TWO_K = ['2560x1440', '1440x2560', '1440x1440', '2160x1440', '1440x2160'];
const CONTRACT_MODES = {
  fast: {
    sizes: HD,
    default_size: '1280x720',
    seconds: { min: 1, max: 10 },
    resolutions: ['hd', 'fhd', '2k'],
  },
  quality: {
    sizes: [...HD, ...FHD],
    default_size: '1280x720',
    seconds: [5, 7, 10],
    resolutions: ['hd', 'fhd'],
  },
  cinema: { sizes: TWO_K, default_size: '2560x1440', seconds: [5], resolutions: ['2k'] },
} as const;
const SIDES = { hd: 1280, fhd: 1920, '2k': 2560 } as const;

function videoContract(model: VideoModelDocument, add: Add): void {
  if (model.mode === null) return;
  const expected = CONTRACT_MODES[model.mode];
  const saysSo = `as the v1 contract says of ${model.mode}`;
  if (!isSame([...model.sizes].sort(), [...expected.sizes].sort())) {
    add(['sizes'], `must be ${expected.sizes.join(', ')}, ${saysSo}`);
  }
  const grid = model.mode === 'fast' ? { step: 64, min_side: 256, max_side: 2560 } : null;
  if (!isSame(model.grid, grid)) {
    add(
      ['grid'],
      grid === null
        ? `delete it, ${saysSo}`
        : `must be { step: 64, min_side: 256, max_side: 2560 }, ${saysSo}`,
    );
  }
  if (model.default_size !== expected.default_size)
    add(['default_size'], `must be ${expected.default_size}, ${saysSo}`);
  if (!isSame(model.seconds, expected.seconds)) {
    add(['seconds'], `must be ${JSON.stringify(expected.seconds).replaceAll('"', '')}, ${saysSo}`);
  }
  if (model.default_seconds !== 5) add(['default_seconds'], `must be 5, ${saysSo}`);
  if (!isSame(model.frames, { per_second: 24, step: 8 })) {
    add(['frames'], `must be { per_second: 24, step: 8 }: the v1 contract meters thirds of a second`);
  }
  if (!model.sound) add(['sound'], `must be true, ${saysSo}`);
  for (const operation of ['video', 'i2v'] as const) {
    if (!model.operations.includes(operation)) add(['operations'], `must include ${operation}, ${saysSo}`);
  }
  const resolutions = model.price.map(({ resolution }) => resolution);
  if (!isSame(resolutions, expected.resolutions)) {
    add(['price'], `must have the resolutions ${expected.resolutions.join(', ')}, ${saysSo}`);
  }
  for (const [index, step] of model.price.entries()) {
    if (step.up_to_side === SIDES[step.resolution]) continue;
    add(
      ['price', index, 'up_to_side'],
      `must be ${SIDES[step.resolution]} for ${step.resolution}, ${saysSo}`,
    );
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
