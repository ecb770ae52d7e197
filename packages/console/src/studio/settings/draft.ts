import {
  framesPerSecond,
  type JobApiJobStatus,
  type JobType,
  type Medium,
  type PayWith,
  promptMaxCodePoints,
  type RenderOperation,
  type Size,
  seedMax,
} from '@kinora/contract';
import { count } from '../../value/count.ts';
import type { Source } from '../source/source.ts';
import { lengthOf, pickModel, type SoldModel, sizeNear, sizeOf, sizesOfModel } from './model-order.ts';
import { nearestShape, ratioOf, type Shape } from './shape.ts';

/** What a person orders, as the studio asks for it. */

export type Operation = 'image' | 'image-from-image' | 'video' | 'video-from-image' | 'upscale';
/** The longer side that is asked for. */
export type SizeClass = 1024 | 1280 | 1920 | 2048 | 2560 | 4096;

export interface Draft {
  readonly operation: Operation;
  readonly prompt: string;
  /** What must not be shown, as it was typed; models that take no negative prompt are not asked for it. */
  readonly avoided: string;
  readonly size: SizeClass;
  readonly shape: Shape;
  /** Frames of a video. */
  readonly length: number;
  /** Undefined until it is chosen: then a video comes with sound where credits pay for it. */
  readonly sound: boolean | undefined;
  readonly factor: 2 | 4;
  /** Undefined draws a new one for every order. */
  readonly seed: number | undefined;
  readonly source: Source | undefined;
  /** As it was chosen for this order; undefined for what the person usually pays with. */
  readonly payWith: PayWith | undefined;
  /** The ids of the models that were chosen. */
  readonly models: { readonly image?: string | undefined; readonly video?: string | undefined };
  /** As `withModel` finds it; undefined until the models are known. */
  readonly model: SoldModel | undefined;
  /** Size and seconds that were chosen of a model that does not render the types. */
  readonly pixels: Size | undefined;
  readonly seconds: number | undefined;
}

const SEED_RANGE = seedMax + 1;
const MIN_SIDE = 256;
/** An enlargement needs no prompt of a person, but the interface does. */
const UPSCALE_PROMPT = 'Enlarge the image';

export const newDraft: Draft = {
  operation: 'image',
  prompt: '',
  avoided: '',
  size: 1024,
  shape: '1:1',
  length: 121,
  sound: undefined,
  factor: 2,
  seed: undefined,
  source: undefined,
  payWith: undefined,
  models: {},
  model: undefined,
  pixels: undefined,
  seconds: undefined,
};

export const isVideo = (kind: Operation): boolean => kind === 'video' || kind === 'video-from-image';
export const needsSource = (kind: Operation): boolean => kind !== 'image' && kind !== 'video';

/** The suffix of the type with this size. */
const SUFFIX: Readonly<Partial<Record<SizeClass, string>>> = {
  1024: '',
  1280: '_hd',
  1920: '_1080p',
  2048: '_4k',
  4096: '_4k',
};

/** The sizes of each operation, of which the service may sell fewer. */
export function sizesOf(operation: Operation): readonly SizeClass[] {
  if (operation === 'upscale') return [];
  return isVideo(operation) ? [1024, 1280, 1920, 2560] : [1024, 1280, 1920, 2048, 4096];
}

const RENDERED: Readonly<Record<Operation, readonly RenderOperation[]>> = {
  image: ['image'],
  'image-from-image': ['i2i'],
  video: ['video'],
  'video-from-image': ['i2v'],
  upscale: ['upscale', 'upscale_pro'],
};

/** What the engine renders. */
function renderedOf({ operation, factor }: Pick<Draft, 'operation' | 'factor'>): RenderOperation {
  const [first = 'image', second = first] = RENDERED[operation];
  return factor === 4 ? second : first;
}

/** The draft with its model, of those that render its operation; an enlargement only by a factor that the model has. */
export function withModel(draft: Draft, models: readonly SoldModel[] | undefined): Draft {
  if (models === undefined) return draft;
  const { model } = modelsOf(draft, models);
  const isRendered = model === undefined || model.operations.includes(renderedOf(draft));
  return { ...draft, model, factor: isRendered ? draft.factor : draft.factor === 4 ? 2 : 4 };
}

export function modelsOf({ operation, models: chosen }: Draft, models: readonly SoldModel[]) {
  return pickModel(models, RENDERED[operation], chosen[mediumOf(operation)]);
}

export const mediumOf = (operation: Operation): Medium => (isVideo(operation) ? 'video' : 'image');

/** Whether its settings are those of the types: their sizes by name, and sound as a choice. */
export const isOfTypes = ({ model }: Draft): boolean => model === undefined || model.isOfTypes === true;

/** The type of the job API with exactly these settings; undefined if only a model has them. */
export function typeOf(draft: Draft): JobType | undefined {
  const { operation, sound } = draft;
  if (!isOfTypes(draft)) return undefined;
  const base = renderedOf(draft);
  if (operation === 'upscale') return base;
  const size = sideOf(draft);
  if (operation === 'image-from-image' || (isVideo(operation) && sound)) {
    if (size !== 1024) return undefined;
    return isVideo(operation) ? (`${base}_av` as JobType) : base;
  }
  const suffix = SUFFIX[size];
  return suffix === undefined ? undefined : (`${base}${suffix}` as JobType);
}

/** The longer side of an order of a type. */
const sideOf = ({ operation, size }: Draft): SizeClass => (sizesOf(operation).includes(size) ? size : 1024);

/** The body of POST /generate, and of POST /quote. */
export interface OrderBody {
  readonly type: JobType;
  readonly model?: string;
  readonly prompt: string;
  readonly negative_prompt?: string;
  readonly age_verified: true;
  readonly width?: number;
  readonly height?: number;
  readonly length?: number;
  readonly seed?: number;
  readonly image_base64?: string;
  readonly pay_with?: 'balance';
}

/**
 * The order without its image, which is added when it is sent, and without how it is paid; undefined if nothing that is
 * sold has these settings.
 */
export function orderOf(draft: Draft): OrderBody | undefined {
  const type = typeOf(draft);
  const delivered = type === undefined ? ofModel(draft) : ofType(draft, type);
  if (delivered === undefined) return undefined;
  const { operation, seed } = draft;
  const prompt = draft.prompt.trim();
  const avoided = avoidedBy(draft);
  return {
    ...delivered,
    prompt: prompt === '' && operation === 'upscale' ? UPSCALE_PROMPT : prompt,
    ...(avoided !== '' && { negative_prompt: avoided }),
    age_verified: true,
    ...(seed !== undefined && { seed }),
  };
}

/** Whether its model takes what must not be shown. */
export const takesAvoided = ({ operation, model }: Draft): boolean =>
  operation !== 'upscale' && model?.negative_prompt === true;

/** What is sent of what must not be shown; empty without any. */
export const avoidedBy = (draft: Draft): string => (takesAvoided(draft) ? draft.avoided.trim() : '');

type Delivered = Pick<OrderBody, 'type' | 'model' | 'width' | 'height' | 'length'>;

const ofType = (draft: Draft, type: JobType): Delivered => ({
  type,
  ...(draft.operation !== 'upscale' && sidesOf(draft)),
  ...(isVideo(draft.operation) && { length: draft.length }),
});

/** An order that names its model. The model of the types is named for what no type has: a larger size, or sound in one. */
function ofModel(draft: Draft): Delivered | undefined {
  const { operation, model, sound } = draft;
  if (model === undefined) return undefined;
  const size = isOfTypes(draft) ? sizeByName(model, draft) : sizeOf(model, draft);
  if (size === undefined || (isOfTypes(draft) && isVideo(operation) && !sound)) return undefined;
  return {
    type: renderedOf(draft),
    model: model.id,
    ...(operation !== 'upscale' && size),
    ...(isVideo(operation) && { length: lengthInFrames(draft) }),
  };
}

/** Its size with this name; of several the one that was chosen, such as that of a job or of the page of prices. */
function sizeByName(model: SoldModel, draft: Draft): Size | undefined {
  const { operation, pixels, shape, source } = draft;
  const isNamed = pixels !== undefined && sizeClassOf(operation, pixels) === sideOf(draft);
  const exact = isNamed && sizesOfModel(model, shape, source).find((one) => isSameSize(one, pixels));
  return exact || sizeNear(model, draft, sideOf(draft));
}

const isSameSize = (one: Size, { width, height }: Size): boolean =>
  one.width === width && one.height === height;

/** As many as the order asks for. */
export function lengthInFrames(draft: Draft): number {
  const { model, length, seconds } = draft;
  if (typeOf(draft) !== undefined || model?.kind !== 'video') return length;
  return lengthOf(model, isOfTypes(draft) ? (length - 1) / framesPerSecond : seconds).at.frames;
}

/** The sides that are asked for; the quote says what will be delivered. */
function sidesOf(draft: Draft): Size {
  const [across, down] = ratioOf(draft.shape, draft.source);
  const scale = sideOf(draft) / Math.max(across, down);
  const side = (part: number): number => Math.max(MIN_SIDE, Math.round(part * scale));
  return { width: side(across), height: side(down) };
}

/** The smallest size by name that has as many pixels on the longer side. */
export const sizeClassOf = (operation: Operation, { width, height }: Size): SizeClass =>
  sizesOf(operation).find((size) => Math.max(width, height) <= size) ?? 4096;

/** Counted as the service counts: Unicode code points after trimming. */
export const promptLength = (prompt: string): number => [...prompt.trim()].length;

/** Why the draft cannot be sent yet; undefined if it can. */
export function missingFrom(draft: Draft): string | undefined {
  const { operation, prompt, source } = draft;
  const length = promptLength(prompt);
  if (length > promptMaxCodePoints) return `Shorten the prompt to ${count(promptMaxCodePoints)} characters.`;
  if (promptLength(avoidedBy(draft)) > promptMaxCodePoints)
    return `Shorten what to avoid to ${count(promptMaxCodePoints)} characters.`;
  if (needsSource(operation) && source === undefined) return 'Add an image to start from.';
  if (length === 0 && operation !== 'upscale') return 'Write what you want to see.';
  return undefined;
}

export const randomSeed = (): number => Math.floor(Math.random() * SEED_RANGE);

/** The same order with as many seeds, which are drawn or follow the one that is set. */
export function variantsOf(order: OrderBody, count: number): readonly OrderBody[] {
  return Array.from({ length: count }, (_, index) => ({
    ...order,
    seed: order.seed === undefined ? randomSeed() : (order.seed + index) % SEED_RANGE,
  }));
}

/** The settings with which a job was made; its uploaded image is not kept by the service. */
export function draftOf(job: JobApiJobStatus): Partial<Draft> {
  const kind = operationOf(job.type);
  const longer = Math.max(job.width, job.height);
  const [base] = RENDERED[kind];
  return {
    operation: kind,
    prompt: job.prompt ?? '',
    avoided: job.negative_prompt ?? '',
    seed: job.seed,
    // The types of these names are silent up to their sizes, so a larger one is of a model.
    sound:
      job.type.endsWith('_av') ||
      (job.model !== undefined && isVideo(kind) && job.type === base && longer > 1024),
    factor: job.type === 'upscale_pro' ? 4 : 2,
    size: sizeClassOf(kind, job),
    shape: needsSource(kind) ? 'source' : nearestShape(job),
    ...lengthOfJob(job),
    payWith: job.model === undefined ? 'credits' : 'balance',
    // What was paid from the balance says its model; credits pay for the one of the types.
    models: { [mediumOf(kind)]: job.model },
    pixels: { width: job.width, height: job.height },
  };
}

const lengthOfJob = ({
  frames,
  frames_per_second: rate = framesPerSecond,
}: JobApiJobStatus): Partial<Draft> =>
  frames === undefined
    ? {}
    : { length: ((frames - 1) * framesPerSecond) / rate + 1, seconds: (frames - 1) / rate };

export function operationOf(type: JobType): Operation {
  if (type.startsWith('upscale')) return 'upscale';
  if (type.startsWith('image')) return 'image';
  if (type === 'i2i') return 'image-from-image';
  return type.startsWith('i2v') ? 'video-from-image' : 'video';
}
