import { invalidRequest, ok, type Problem, type Result, refused, videoModeNames } from '@kinora/contract';

/** A name for each kind of order that has a price of its own. */
export const IMAGE_MODEL = 'kinora-image';
const VIDEO_PREFIX = 'kinora-video-';
const VIDEO_MODELS: readonly string[] = videoModeNames.map(videoModelOf);
export const MODELS: readonly string[] = [IMAGE_MODEL, ...VIDEO_MODELS];

export function videoModelOf(mode: string): string {
  return VIDEO_PREFIX + mode;
}

/** The video mode of a model; `fast` if none is named, as in v1. Problem: `invalid_request`. */
export function readVideoModel(model: string | null | undefined): Result<string, Problem> {
  if (model === undefined || model === null) return ok('fast');
  return VIDEO_MODELS.includes(model) ? ok(model.slice(VIDEO_PREFIX.length)) : unknownModel(VIDEO_MODELS);
}

/** Problem: `invalid_request`. */
export function readImageModel(model: string | null | undefined): Result<string, Problem> {
  const isKnown = model === undefined || model === null || model === IMAGE_MODEL;
  return isKnown ? ok(IMAGE_MODEL) : unknownModel([IMAGE_MODEL]);
}

/**
 * The names of other services' models are refused: their prices and results are not those of ours. The value is not quoted:
 * it could be an API key that was entered by mistake.
 */
function unknownModel(models: readonly string[]): Result<never, Problem> {
  const message = `there is no such model for this call; use ${models.join(', ')}`;
  return refused(invalidRequest([{ path: 'model', message }]));
}

const CREATED = Date.UTC(2026, 0, 1) / 1000;

export function viewModel(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'kinora' };
}
