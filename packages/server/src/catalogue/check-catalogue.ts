import {
  type CatalogueDocument,
  catalogueSchema,
  type ImageModelDocument,
  poolOfOperation,
  resolutionNames,
  sayIssue,
  type VideoModelDocument,
  videoModeNames,
} from '@kinora/contract';
import type { z } from 'zod';
import { type Add, type CatalogueFault, contractFaults } from './check-contract.ts';
import { describeUnknownField } from './describe-unknown-field.ts';
import { deliveredSize, modelOf, unitsIn } from './model.ts';
import { percentOf } from './price-lists.ts';
import { longerSide, readSize } from './sizes.ts';

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
    return issue.keys.map((key) => ({ path: [...path, key], message: describeUnknownField(key) }));
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
    const lengths = Array.isArray(seconds)
      ? `one of ${seconds.join(', ')}`
      : `from ${seconds.min} to ${seconds.max}`;
    add(['default_seconds'], `must be a length that the model has, ${lengths}`);
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
  return lists.flatMap(({ prices, percent }, at) => [
    ...Object.entries(prices).flatMap(([id, cents]) => {
      const steps = models.find((model) => model.id === id)?.price.length;
      if (steps === cents.length) return [];
      const message =
        steps === undefined
          ? `there is no model ${id}; delete it`
          : `must have ${steps} prices, one for each step of the model`;
      return [{ path: ['price_lists', at, 'prices', id], message }];
    }),
    // The rounding of a small price must not undo what was agreed.
    ...models.flatMap((model) => {
      const steps = prices[model.id] === undefined && percent !== 100 ? centsOf(model) : [];
      const lost = steps.find((cents) => [0, cents].includes(percentOf(cents, percent)) && cents > 0);
      if (lost === undefined || percent === 0) return [];
      const result = percentOf(lost, percent) === 0 ? 'none' : `${lost} again`;
      const message = `${percent} % of the ${lost} cents of ${model.id} are ${result}; list its prices in \`prices\``;
      return [{ path: ['price_lists', at, 'percent'], message }];
    }),
  ]);
}

function centsOf(model: ImageModelDocument | VideoModelDocument): readonly number[] {
  return model.medium === 'image'
    ? model.price.map(({ cents }) => cents)
    : model.price.map((step) => step.cents_per_second);
}

function twice(name: string, entries: readonly { readonly id: string }[]): CatalogueFault[] {
  const ids = entries.map(({ id }) => id);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) < at
      ? [{ path: [name, at, 'id'], message: `${id} is used twice; choose another id` }]
      : [],
  );
}
