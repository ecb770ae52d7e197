import { defaultModels, maxResultSide, type VideoMode } from '@kinora/contract';
import type { EngineCapability } from '@kinora/engine/engine';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface OpenAiSettings {
  /** The base URL of the API, with or without a trailing `/v1`. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** An engine has the capabilities of the models that are set. */
  readonly imageModel?: string | undefined;
  /** It redraws an uploaded image. */
  readonly editModel?: string | undefined;
  readonly videoModel?: string | undefined;
  /** It animates an uploaded image. */
  readonly animateModel?: string | undefined;
  /** The sizes that the models support. Without it, any size in steps of 16 pixels. */
  readonly imageSizes?: readonly Size[] | undefined;
  readonly videoSizes?: readonly Size[] | undefined;
  /** The lengths in seconds that the video models support. Without it, any length. */
  readonly videoSeconds?: readonly number[] | undefined;
  /** The frame rate of the video models; videos are always delivered at 24 frames per second. */
  readonly videoFps?: number | undefined;
  readonly videoModes?: readonly VideoMode[] | undefined;
  readonly imageLongestSide?: number | undefined;
  readonly videoLongestSide?: number | undefined;
  /** The body format of a request for a video without an image; with an image it is always a form. */
  readonly videoBody?: 'form' | 'json' | undefined;
  /** Whether results may be fetched from hosts other than that of the API, such as a vendor's object store. */
  readonly trustsOtherHosts?: boolean | undefined;
  /** The operator states that the server stores neither prompts nor results. */
  readonly zeroRetention?: boolean | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** Milliseconds. */
export interface Timeouts {
  /** It bounds a short call: the check at the start, a status, a deletion. */
  readonly call: number;
  readonly image: number;
  /** From the request for a video to the last byte of the result; the service ends an attempt after 30 minutes. */
  readonly video: number;
  /** How long requests to a busy or unreachable server are retried before the attempt fails. */
  readonly patience: number;
  /** Between two checks whether an unavailable server is back. */
  readonly recheck: number;
  /** Between two polls of a video whose end is near. */
  readonly nearPoll: number;
  readonly firstPoll: number;
  readonly maxPoll: number;
}

const TIMEOUTS: Timeouts = {
  call: 20_000,
  image: 5 * 60_000,
  video: 25 * 60_000,
  patience: 60_000,
  recheck: 5_000,
  nearPoll: 100,
  firstPoll: 500,
  maxPoll: 5_000,
};

export function timeoutsOf({ timeouts }: OpenAiSettings): Timeouts {
  return { ...TIMEOUTS, ...timeouts };
}

const IMAGE_SIDE = 2048;
const VIDEO_SIDE = 1920;

export function capabilitiesOf(settings: OpenAiSettings): readonly EngineCapability[] {
  const longestSide = settings.imageLongestSide ?? IMAGE_SIDE;
  const capabilities: EngineCapability[] = [];
  if (settings.imageModel !== undefined)
    capabilities.push({ operation: 'image', model: defaultModels.image, longestSide });
  if (settings.editModel !== undefined)
    capabilities.push({ operation: 'i2i', model: defaultModels.image, longestSide });
  for (const [operation, vendorModel] of [
    ['video', settings.videoModel],
    ['i2v', settings.animateModel],
  ] as const) {
    if (vendorModel === undefined) continue;
    for (const model of settings.videoModes ?? defaultModels.video)
      capabilities.push({ operation, model, longestSide: settings.videoLongestSide ?? VIDEO_SIDE });
  }
  // The API has no call for enlarging; images are enlarged locally, without a model.
  for (const operation of ['upscale', 'upscale_pro'] as const)
    capabilities.push({ operation, model: defaultModels.image, longestSide: maxResultSide });
  return capabilities;
}
