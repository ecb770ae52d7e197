import {
  type ModelsByMedium,
  maxResultSide,
  poolOfOperation,
  type RenderOperation,
  servedByDefault,
} from '@kinora/contract';
import type { EngineCapability } from '@kinora/engine/engine';
import type { RemoteAddress } from '../remote/remote-address.ts';
import { type Profile, sendsNegativePrompt } from './profile.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** `url` is the base URL of the API; one without a path gets that of the profile. */
export interface OpenAiSettings extends RemoteAddress {
  readonly key?: string | undefined;
  /** How the server is asked; as OpenAI's if absent. */
  readonly profile?: Profile | undefined;
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
  /** The frame rate of the video models, if it is not the one that is sold; videos are delivered at that. */
  readonly videoFps?: number | undefined;
  /** The models of the catalogue that it serves; those of the default catalogue if absent. */
  readonly models?: ModelsByMedium | undefined;
  readonly imageLongestSide?: number | undefined;
  readonly videoLongestSide?: number | undefined;
  /** The body format of a request for a video without an image, if it is not that of the profile. */
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
  /** From the request for a video to the last byte of the result. */
  readonly video: number;
  /** No video is given up sooner, however fast those before it were. */
  readonly minLimit: number;
  /** How long requests to a busy or unreachable server are retried before the attempt fails. */
  readonly patience: number;
  /** How long a video that was started or finished is asked for while the server does not respond as it should. */
  readonly claim: number;
  /** Between two checks whether an unavailable server is back. */
  readonly recheck: number;
  /** Before a job is tried again for an account that has no credit. */
  readonly credit: number;
  /** Between two polls of a video whose end is near. */
  readonly nearPoll: number;
  readonly firstPoll: number;
  readonly maxPoll: number;
}

const TIMEOUTS: Timeouts = {
  call: 20_000,
  image: 15 * 60_000,
  video: 28 * 60_000,
  minLimit: 5 * 60_000,
  patience: 60_000,
  claim: 5 * 60_000,
  recheck: 5_000,
  credit: 30_000,
  nearPoll: 100,
  firstPoll: 500,
  maxPoll: 5_000,
};

export function timeoutsOf({ timeouts }: OpenAiSettings): Timeouts {
  return { ...TIMEOUTS, ...timeouts };
}

const IMAGE_SIDE = 2048;
const VIDEO_SIDE = 1920;
const OPERATIONS = ['image', 'i2i', 'video', 'i2v', 'upscale', 'upscale_pro'] as const;

export function capabilitiesOf(settings: OpenAiSettings): readonly EngineCapability[] {
  const { models = servedByDefault, imageLongestSide = IMAGE_SIDE, videoLongestSide = VIDEO_SIDE } = settings;
  const ifSet = (vendorModel: string | undefined, longestSide: number) =>
    vendorModel === undefined ? undefined : longestSide;
  // The API has no call for enlarging; images are enlarged locally, without a model.
  const sides: Readonly<Record<RenderOperation, number | undefined>> = {
    image: ifSet(settings.imageModel, imageLongestSide),
    i2i: ifSet(settings.editModel, imageLongestSide),
    video: ifSet(settings.videoModel, videoLongestSide),
    i2v: ifSet(settings.animateModel, videoLongestSide),
    upscale: maxResultSide,
    upscale_pro: maxResultSide,
  };
  const { profile } = settings;
  return OPERATIONS.flatMap((operation) => {
    const longestSide = sides[operation];
    if (longestSide === undefined) return [];
    const negativePrompt = profile !== undefined && sendsNegativePrompt(profile, operation);
    return models[poolOfOperation[operation]].map((model) => ({
      operation,
      model,
      longestSide,
      ...(negativePrompt && { negativePrompt }),
    }));
  });
}
