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
}

export type Quote = ImageQuote | VideoQuote;

export function imageQuote(model: ImageModel, { width, height }: Size): ImageQuote {
  return { medium: 'image', model, width, height, priceCents: imagePriceCents(model, { width, height }) };
}

/** `units` of the model's frame step. */
export function videoQuote(model: VideoModel, { width, height }: Size, units: number): VideoQuote {
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
  const model = request.model === undefined ? catalogue.imageModel : catalogue.model(request.model);
  if (model?.medium !== 'image') return refused(unknownModel(catalogue, 'image'));
  const size = sizeFor(model, request);
  return size.ok ? ok(imageQuote(model, size.value)) : size;
}

export interface VideoRequest {
  readonly mode?: string | undefined;
  readonly model?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
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
  const units = unitsFor(model.value, request.duration ?? model.value.defaultSeconds);
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
function unitsFor(model: VideoModel, seconds: number): Result<number, Problem> {
  const units = unitsIn(seconds, model);
  const { lengths } = model;
  if ('only' in lengths)
    return lengths.only.includes(units) ? ok(units) : refused(durationUnsupported(model));
  if (units > lengths.max) return refused(durationUnsupported(model));
  return ok(Math.max(lengths.min, units));
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

function durationUnsupported(model: VideoModel): Problem {
  const { lengths } = model;
  const seconds = ('only' in lengths ? lengths.only : [lengths.min, lengths.max]).map((units) =>
    secondsOf(units, model),
  );
  const lengthsInWords =
    'only' in lengths ? `of ${seconds.join(', ')} seconds only` : `from ${seconds.join(' to ')} seconds`;
  if (model.mode !== null) {
    return problem('mode_duration_unsupported', `duration: ${model.mode} renders videos ${lengthsInWords}`, {
      video_mode: model.mode,
      durations_seconds: seconds,
    });
  }
  return problem('model_unsupported', `duration: ${model.id} renders videos ${lengthsInWords}`, {
    model: model.id,
    durations_seconds: seconds,
  });
}
