import { type VideoMode, videoModeNames } from '@kinora/contract';
import type { EngineCapability } from '@kinora/engine/engine';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface OpenAiSettings {
  /** The URL of the interface, with or without `/v1` at its end. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** The capabilities follow from which models are named. */
  readonly imageModel?: string | undefined;
  /** Redraws an uploaded image. */
  readonly editModel?: string | undefined;
  readonly videoModel?: string | undefined;
  /** Animates an uploaded image. */
  readonly animateModel?: string | undefined;
  /** The sizes that the models support; absent, any, in steps of 16 pixels. */
  readonly imageSizes?: readonly Size[] | undefined;
  readonly videoSizes?: readonly Size[] | undefined;
  /** The lengths in seconds that the video models support; absent, any. */
  readonly videoSeconds?: readonly number[] | undefined;
  /** Frames per second the video models are made for; videos are always delivered at 24. */
  readonly videoFps?: number | undefined;
  readonly videoModes?: readonly VideoMode[] | undefined;
  readonly imageLongestSide?: number | undefined;
  readonly videoLongestSide?: number | undefined;
  /** The request body for a video without an image; with an image it is always a form. */
  readonly videoBody?: 'form' | 'json' | undefined;
  /** Results may be fetched from other hosts than the interface's, such as a vendor's object store. */
  readonly trustsOtherHosts?: boolean | undefined;
  /** The operator's statement that the server keeps neither prompt nor result. */
  readonly supportsZeroRetention?: boolean | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** Milliseconds. */
export interface Timeouts {
  /** One short call: the check at the start, a status, a deletion. */
  readonly call: number;
  readonly image: number;
  /** From the request for a video to its bytes; the service ends an attempt after 30 minutes. */
  readonly video: number;
  /** How long requests to a busy server are repeated before the attempt counts as failed. */
  readonly patience: number;
  readonly firstPoll: number;
  readonly longestPoll: number;
}

const TIMEOUTS: Timeouts = {
  call: 20_000,
  image: 5 * 60_000,
  video: 25 * 60_000,
  patience: 60_000,
  firstPoll: 500,
  longestPoll: 5_000,
};

export function timeoutsOf({ timeouts }: OpenAiSettings): Timeouts {
  return { ...TIMEOUTS, ...timeouts };
}

const IMAGE_SIDE = 2048;
const VIDEO_SIDE = 1920;
/** The longest side of an image that `media/enlarge` supports. */
const ENLARGED_SIDE = 4096;

export function capabilitiesOf(settings: OpenAiSettings): readonly EngineCapability[] {
  const longestSide = settings.imageLongestSide ?? IMAGE_SIDE;
  const capabilities: EngineCapability[] = [];
  if (settings.imageModel !== undefined) capabilities.push({ kind: 'image', mode: null, longestSide });
  if (settings.editModel !== undefined) capabilities.push({ kind: 'i2i', mode: null, longestSide });
  for (const [kind, model] of [
    ['video', settings.videoModel],
    ['i2v', settings.animateModel],
  ] as const) {
    if (model === undefined) continue;
    for (const mode of settings.videoModes ?? videoModeNames)
      capabilities.push({ kind, mode, longestSide: settings.videoLongestSide ?? VIDEO_SIDE });
  }
  // The interface has no call for enlarging, and ours needs no model.
  for (const kind of ['upscale', 'upscale_pro'] as const)
    capabilities.push({ kind, mode: null, longestSide: ENLARGED_SIDE });
  return capabilities;
}
