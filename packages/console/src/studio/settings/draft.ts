import {
  type JobApiJobStatus,
  type JobType,
  type Me,
  type Medium,
  type ModelView,
  type PayWith,
  promptMaxCodePoints,
  type RenderOperation,
  type Size,
  seedMax,
} from '@kinora/contract';
import { count } from '../../value/count.ts';
import type { Source } from '../source/source.ts';
import { lengthOf, pickModel, type SoldModel, sizeOf } from './model-order.ts';
import { nearestShape, ratioOf, type Shape } from './shape.ts';

/** What a person orders, as the studio asks for it. */

export type Operation = 'image' | 'image-from-image' | 'video' | 'video-from-image' | 'upscale';
/** The longer side that is asked for. */
export type SizeClass = 1024 | 1280 | 1920 | 2048 | 4096;

export interface Draft {
  readonly operation: Operation;
  readonly prompt: string;
  readonly size: SizeClass;
  readonly shape: Shape;
  /** Frames of a video. */
  readonly length: number;
  readonly sound: boolean;
  readonly factor: 2 | 4;
  /** Undefined draws a new one for every order. */
  readonly seed: number | undefined;
  readonly source: Source | undefined;
  readonly payWith: PayWith;
  /** The ids of the models that were chosen. */
  readonly models: { readonly image?: string | undefined; readonly video?: string | undefined };
  /** The model of an order that the balance pays, as `withModel` finds it. */
  readonly model: ModelView | undefined;
  /** Size and seconds that were chosen of a model. */
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
  size: 1024,
  shape: '1:1',
  length: 121,
  sound: false,
  factor: 2,
  seed: undefined,
  source: undefined,
  payWith: 'credits',
  models: {},
  model: undefined,
  pixels: undefined,
  seconds: undefined,
};

/** What may be ordered. */
export interface Offer {
  readonly types: readonly JobType[];
  readonly limits: Pick<Me['limits'], 'image_longest_side' | 'video_longest_side' | 'video_frames'>;
}

/** It depends on what the order is paid with. */
export const offerOf = (me: Me, payWith: PayWith = 'credits'): Pick<Me, 'types' | 'limits'> =>
  payWith === 'balance' ? me.balance : me;

export const isVideo = (kind: Operation): boolean => kind === 'video' || kind === 'video-from-image';
export const needsSource = (kind: Operation): boolean => kind !== 'image' && kind !== 'video';

const SUFFIX: Readonly<Record<SizeClass, string>> = {
  1024: '',
  1280: '_hd',
  1920: '_1080p',
  2048: '_4k',
  4096: '_4k',
};

/** The sizes of each operation; videos with sound and images from images have one. */
export function sizesOf({ operation }: Pick<Draft, 'operation'>): readonly SizeClass[] {
  if (operation === 'image') return [1024, 1280, 1920, 2048, 4096];
  if (isVideo(operation)) return [1024, 1280, 1920];
  return operation === 'image-from-image' ? [1024] : [];
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
  if (draft.payWith !== 'balance' || models === undefined) return draft;
  const { model } = modelsOf(draft, models);
  const isRendered = model === undefined || model.operations.includes(renderedOf(draft));
  return { ...draft, model, factor: isRendered ? draft.factor : draft.factor === 4 ? 2 : 4 };
}

export function modelsOf({ operation, models: chosen }: Draft, models: readonly SoldModel[]) {
  return pickModel(models, RENDERED[operation], chosen[mediumOf(operation)]);
}

export const mediumOf = (operation: Operation): Medium => (isVideo(operation) ? 'video' : 'image');

/** The type of the job API for an operation with its settings. */
export function typeOf(draft: Pick<Draft, 'operation' | 'size' | 'sound' | 'factor'>): JobType {
  const { operation, size, sound } = draft;
  const base = renderedOf(draft);
  if (operation === 'upscale' || operation === 'image-from-image') return base;
  if (isVideo(operation) && sound) return `${base}_av` as JobType;
  const offered = sizesOf({ operation }).includes(size) ? size : 1024;
  return `${base}${SUFFIX[offered]}` as JobType;
}

/** The body of POST /generate, and of POST /quote. */
export interface OrderBody {
  readonly type: JobType;
  readonly model?: string;
  readonly prompt: string;
  readonly age_verified: true;
  readonly width?: number;
  readonly height?: number;
  readonly length?: number;
  readonly seed?: number;
  readonly image_base64?: string;
  readonly pay_with?: 'balance';
}

/** The order without its image, which is added when it is sent. */
export function orderOf(draft: Draft): OrderBody {
  const { operation, length, seed, model } = draft;
  const prompt = draft.prompt.trim();
  return {
    type: model === undefined ? typeOf(draft) : renderedOf(draft),
    ...(model !== undefined && { model: model.id }),
    prompt: prompt === '' && operation === 'upscale' ? UPSCALE_PROMPT : prompt,
    age_verified: true,
    ...(operation !== 'upscale' && (model === undefined ? sidesOf(draft) : sizeOf(model, draft))),
    ...(isVideo(operation) && {
      length: model?.kind === 'video' ? lengthOf(model, draft.seconds).at.frames : length,
    }),
    ...(seed !== undefined && { seed }),
    ...(draft.payWith === 'balance' && { pay_with: draft.payWith }),
  };
}

/** The sides that are asked for; the quote says what will be delivered. */
function sidesOf({ operation, size, sound, shape, source }: Draft): {
  readonly width: number;
  readonly height: number;
} {
  const longer = (isVideo(operation) && sound) || !sizesOf({ operation }).includes(size) ? 1024 : size;
  const [across, down] = ratioOf(shape, source);
  const scale = longer / Math.max(across, down);
  const side = (part: number): number => Math.max(MIN_SIDE, Math.round(part * scale));
  return { width: side(across), height: side(down) };
}

/** Counted as the service counts: Unicode code points after trimming. */
export const promptLength = (prompt: string): number => [...prompt.trim()].length;

/** Why the draft cannot be sent yet; undefined if it can. */
export function missingFrom({ operation, prompt, source }: Draft): string | undefined {
  const length = promptLength(prompt);
  if (length > promptMaxCodePoints) return `Shorten the prompt to ${count(promptMaxCodePoints)} characters.`;
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
  return {
    operation: kind,
    prompt: job.prompt ?? '',
    seed: job.seed,
    sound: job.type.endsWith('_av'),
    factor: job.type === 'upscale_pro' ? 4 : 2,
    size: ([1024, 1280, 1920, 2048, 4096] as const).find((size) => longer <= size) ?? 4096,
    shape: needsSource(kind) ? 'source' : nearestShape(job),
    ...(job.model === undefined ? { payWith: 'credits', ...lengthOfJob(job) } : choiceOf(job, job.model)),
  };
}

const lengthOfJob = ({ frames }: JobApiJobStatus): Pick<Draft, 'length'> | undefined =>
  frames === undefined ? undefined : { length: frames };

function choiceOf(job: JobApiJobStatus, model: string): Partial<Draft> {
  const { width, height, frames, frames_per_second: rate } = job;
  return {
    payWith: 'balance',
    models: { [mediumOf(operationOf(job.type))]: model },
    pixels: { width, height },
    ...(frames !== undefined && rate !== undefined && { seconds: (frames - 1) / rate }),
  };
}

export function operationOf(type: JobType): Operation {
  if (type.startsWith('upscale')) return 'upscale';
  if (type.startsWith('image')) return 'image';
  if (type === 'i2i') return 'image-from-image';
  return type.startsWith('i2v') ? 'video-from-image' : 'video';
}
