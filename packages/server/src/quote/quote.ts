import {
  defaultVideoMode,
  invalidRequest,
  ok,
  type Problem,
  problem,
  type Resolution,
  type Result,
  refused,
} from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  deliveredSize,
  exactSizes,
  framesOf,
  type ImageModel,
  imagePriceCents,
  type Model,
  secondsOf,
  twelfthsOf,
  unitsIn,
  unitsOfFrames,
  type VideoModel,
  videoPriceCents,
  videoPriceStep,
} from '../catalogue/model.ts';
import { formatSize, type Size } from '../catalogue/sizes.ts';
import type { Cents } from '../kernel/money.ts';

/** What a request delivers and costs by one version of the catalogue, independent of the account. */

interface Delivered {
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly priceCents: Cents;
}

export interface ImageQuote extends Delivered {
  readonly medium: 'image';
  readonly model: ImageModel;
}

export interface VideoQuote extends Delivered {
  readonly medium: 'video';
  readonly model: VideoModel;
  /** The step of the price that is billed. */
  readonly resolution: Resolution;
  readonly frames: number;
  /** The billed length. */
  readonly seconds: number;
  /** The same in twelfths of a second, rounded up by unit, in which allowances are kept. */
  readonly twelfths: number;
  readonly sound: boolean;
}

export type Quote = ImageQuote | VideoQuote;

export function imageQuote(model: ImageModel, { width, height }: Size): ImageQuote {
  return { medium: 'image', model, width, height, priceCents: imagePriceCents(model, { width, height }) };
}

/** `units` of the model's frame step. */
export function videoQuote(
  model: VideoModel,
  { width, height }: Size,
  units: number,
  sound = model.sound,
): VideoQuote {
  const { resolution, centsPerSecond } = videoPriceStep(model, { width, height });
  return {
    medium: 'video',
    model,
    width,
    height,
    resolution,
    frames: framesOf(units, model),
    seconds: secondsOf(units, model),
    twelfths: twelfthsOf(units, model),
    sound,
    priceCents: videoPriceCents(units, centsPerSecond, model),
  };
}

export interface ImageRequest {
  readonly model?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The image that a request delivers, and its price. Problems: `invalid_model`, `model_unsupported`. */
export function quoteImage(catalogue: Catalogue, request: ImageRequest): Result<ImageQuote, Problem> {
  const model = imageModelFor(catalogue, request.model);
  if (!model.ok) return model;
  const size = sizeFor(model.value, request);
  return size.ok ? ok(imageQuote(model.value, size.value)) : size;
}

/** Problem: `invalid_model`. */
export function imageModelFor(catalogue: Catalogue, id: string | undefined): Result<ImageModel, Problem> {
  const model = id === undefined ? catalogue.imageModel : catalogue.model(id);
  return model?.medium === 'image' ? ok(model) : refused(unknownModel(catalogue, 'image'));
}

export interface VideoRequest {
  readonly mode?: string | undefined;
  readonly model?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  /** Frames, instead of a duration. */
  readonly length?: number | undefined;
}

/**
 * The video that a request delivers, and its price. Problems: `invalid_request` where mode and model disagree,
 * `invalid_mode`, `mode_resolution_unsupported`, `mode_duration_unsupported`; of a model without a mode: `invalid_model`,
 * `model_unsupported`, `model_unsupported`.
 */
export function quoteVideo(catalogue: Catalogue, request: VideoRequest): Result<VideoQuote, Problem> {
  const model = videoModelFor(catalogue, request);
  if (!model.ok) return model;
  const size = sizeFor(model.value, request);
  if (!size.ok) return size;
  const units = unitsFor(model.value, request);
  return units.ok ? ok(videoQuote(model.value, size.value, units.value)) : units;
}

function videoModelFor(catalogue: Catalogue, { mode, model: id }: VideoRequest): Result<VideoModel, Problem> {
  const named = id === undefined ? undefined : catalogue.model(id);
  if (id !== undefined && named?.medium !== 'video') return refused(unknownModel(catalogue, 'video'));
  if (mode === undefined)
    return ok(named?.medium === 'video' ? named : catalogue.videoModelOf(defaultVideoMode));
  const ofMode = catalogue.models.find(
    (candidate): candidate is VideoModel => candidate.medium === 'video' && candidate.mode === mode,
  );
  if (ofMode === undefined) return refused(unknownMode(catalogue));
  if (named === undefined || named.id === ofMode.id) return ok(ofMode);
  const message = `is the model ${ofMode.id}, and model names ${named.id}; send one of the two fields`;
  return refused(invalidRequest([{ path: 'mode', message }]));
}

function sizeFor(
  model: Model,
  { width, height }: { readonly width?: number | undefined; readonly height?: number | undefined },
): Result<Size, Problem> {
  const requested = { width: width ?? model.defaultSize.width, height: height ?? model.defaultSize.height };
  const delivered = deliveredSize(model, requested);
  return delivered === undefined ? refused(sizeUnsupported(model, requested)) : ok(delivered);
}

/** The units of a requested length, rounded down. A length below the shortest gets that. */
function unitsFor(model: VideoModel, { duration, length }: VideoRequest): Result<number, Problem> {
  const units =
    length === undefined ? unitsIn(duration ?? model.defaultSeconds, model) : unitsOfFrames(length, model);
  const { lengths } = model;
  const isSold = 'only' in lengths ? lengths.only.includes(units) : units <= lengths.max;
  if (!isSold) return refused(lengthUnsupported(model, length === undefined ? 'duration' : 'length'));
  return ok('only' in lengths ? units : Math.max(lengths.min, units));
}

// The values that are refused are not quoted: they could be API keys that were entered by mistake.

function unknownMode(catalogue: Catalogue): Problem {
  const modes = catalogue.models.flatMap((model) =>
    model.medium === 'video' && model.mode !== null ? [model.mode] : [],
  );
  return problem('invalid_mode', `mode: there is no such mode; use ${modes.join(', ')}`, {
    supported_modes: modes,
  });
}

function unknownModel(catalogue: Catalogue, medium: Model['medium']): Problem {
  const ids = catalogue.models.filter((model) => model.medium === medium).map(({ id }) => id);
  return problem('invalid_model', `model: there is no such ${medium} model; use ${ids.join(', ')}`, {
    supported_models: ids,
  });
}

function sizeUnsupported(model: Model, requested: Size): Problem {
  const sizes = exactSizes(model);
  if (model.medium === 'video' && model.mode !== null) {
    return problem(
      'mode_resolution_unsupported',
      `${model.mode} does not render ${formatSize(requested)}; it renders ${sizes.join(', ')}`,
      { video_mode: model.mode, supported_sizes: sizes },
    );
  }
  const { grid } = model;
  const sides = grid && `sides from ${grid.minSide} to ${grid.maxSide} in steps of ${grid.step}`;
  const rendered = [...sizes, ...(sides === null ? [] : [sides])].join(', ');
  return problem(
    'model_unsupported',
    `${model.id} does not render ${formatSize(requested)}; it renders ${rendered}`,
    {
      model: model.id,
      supported_sizes: sizes,
    },
  );
}

/** In the unit of the field that was sent: seconds of a duration, frames of a length. */
function lengthUnsupported(model: VideoModel, field: 'duration' | 'length'): Problem {
  const { lengths } = model;
  const sold = 'only' in lengths ? lengths.only : [lengths.min, lengths.max];
  const seconds = sold.map((units) => secondsOf(units, model));
  const inUnit = field === 'duration' ? seconds : sold.map((units) => framesOf(units, model));
  const unit = field === 'duration' ? 'seconds' : 'frames';
  const lengthsInWords =
    'only' in lengths ? `of ${inUnit.join(', ')} ${unit} only` : `from ${inUnit.join(' to ')} ${unit}`;
  if (model.mode !== null) {
    return problem('mode_duration_unsupported', `${field}: ${model.mode} renders videos ${lengthsInWords}`, {
      video_mode: model.mode,
      durations_seconds: seconds,
    });
  }
  return problem('model_unsupported', `${field}: ${model.id} renders videos ${lengthsInWords}`, {
    model: model.id,
    // The ends of a range are not the only lengths.
    ...('only' in lengths && { durations_seconds: seconds }),
  });
}
