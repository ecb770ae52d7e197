import { type JobType, type Medium, maxResultSide, type RenderOperation } from '@kinora/contract';

/** What each type of the job API renders. */
export interface JobTypeRule {
  readonly medium: Medium;
  /** The operation of the worker's task; videos are rendered in the fast mode. */
  readonly operation: RenderOperation;
  /** Maximum of the longer side in pixels; null where the size depends on the source image. */
  readonly longestSide: number | null;
  /** The factor by which the source image is enlarged; 1 for types that do not upscale. */
  readonly enlargement: 1 | 2 | 4;
  readonly sound: boolean;
  readonly needsImage: boolean;
  /** Needs a paid tier, and costs credits there. */
  readonly isPremium: boolean;
}

const IMAGE = {
  medium: 'image',
  operation: 'image',
  enlargement: 1,
  sound: false,
  needsImage: false,
} as const;
const VIDEO = { ...IMAGE, medium: 'video', operation: 'video' } as const;
const I2V = { ...VIDEO, operation: 'i2v', needsImage: true } as const;
const UPSCALE = { ...IMAGE, longestSide: null, needsImage: true } as const;
const FREE = { isPremium: false } as const;
const PREMIUM = { isPremium: true } as const;

const STANDARD = 1024;
const HD = 1280;
const FHD = 1920;
const FOUR_K = maxResultSide;

export const jobTypeRules: Readonly<Record<JobType, JobTypeRule>> = {
  image: { ...IMAGE, ...FREE, longestSide: STANDARD },
  image_hd: { ...IMAGE, ...FREE, longestSide: HD },
  image_1080p: { ...IMAGE, ...PREMIUM, longestSide: FHD },
  image_4k: { ...IMAGE, ...PREMIUM, longestSide: FOUR_K },
  i2i: { ...IMAGE, ...FREE, operation: 'i2i', longestSide: STANDARD, needsImage: true },
  video: { ...VIDEO, ...FREE, longestSide: STANDARD },
  video_hd: { ...VIDEO, ...FREE, longestSide: HD },
  video_1080p: { ...VIDEO, ...PREMIUM, longestSide: FHD },
  video_av: { ...VIDEO, ...PREMIUM, longestSide: STANDARD, sound: true },
  i2v: { ...I2V, ...FREE, longestSide: STANDARD },
  i2v_hd: { ...I2V, ...FREE, longestSide: HD },
  i2v_1080p: { ...I2V, ...PREMIUM, longestSide: FHD },
  i2v_av: { ...I2V, ...PREMIUM, longestSide: STANDARD, sound: true },
  upscale: { ...UPSCALE, ...FREE, operation: 'upscale', enlargement: 2 },
  upscale_pro: { ...UPSCALE, ...PREMIUM, operation: 'upscale_pro', enlargement: 4 },
};
