import {
  type CatalogueDocument,
  type ImageModelDocument,
  ratesSchema,
  type VideoModelDocument,
} from '@kinora/contract';
import { ratesShape } from './rates.ts';

/** Where a catalogue is wrong, and what to do about it. */
export interface CatalogueFault {
  /** Such as `['models', 2, 'price', 0, 'cents']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type Path = CatalogueFault['path'];
/** Adds a fault of the model that is checked. */
export type Add = (path: Path, message: string) => void;

/** What the v1 contract says of its models, so that its clients work with every catalogue. */
export function contractFaults(document: CatalogueDocument): CatalogueFault[] {
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
