import { type JobType, longestResultSide, type Pool, type RenderKind } from '@kinora/contract';

/** What each type of the job API renders. */
export interface JobKind {
  readonly medium: Pool;
  /** The kind of the worker's task; videos are rendered in the fast mode. */
  readonly renders: RenderKind;
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
  renders: 'image',
  enlargement: 1,
  sound: false,
  needsImage: false,
} as const;
const VIDEO = { ...IMAGE, medium: 'video', renders: 'video' } as const;
const I2V = { ...VIDEO, renders: 'i2v', needsImage: true } as const;
const UPSCALE = { ...IMAGE, longestSide: null, needsImage: true } as const;
const FREE = { isPremium: false } as const;
const PREMIUM = { isPremium: true } as const;

const STANDARD = 1024;
const HD = 1280;
const FULL_HD = 1920;
const FOUR_K = longestResultSide;

export const jobKinds: Readonly<Record<JobType, JobKind>> = {
  image: { ...IMAGE, ...FREE, longestSide: STANDARD },
  image_hd: { ...IMAGE, ...FREE, longestSide: HD },
  image_1080p: { ...IMAGE, ...PREMIUM, longestSide: FULL_HD },
  image_4k: { ...IMAGE, ...PREMIUM, longestSide: FOUR_K },
  i2i: { ...IMAGE, ...FREE, renders: 'i2i', longestSide: STANDARD, needsImage: true },
  video: { ...VIDEO, ...FREE, longestSide: STANDARD },
  video_hd: { ...VIDEO, ...FREE, longestSide: HD },
  video_1080p: { ...VIDEO, ...PREMIUM, longestSide: FULL_HD },
  video_av: { ...VIDEO, ...PREMIUM, longestSide: STANDARD, sound: true },
  i2v: { ...I2V, ...FREE, longestSide: STANDARD },
  i2v_hd: { ...I2V, ...FREE, longestSide: HD },
  i2v_1080p: { ...I2V, ...PREMIUM, longestSide: FULL_HD },
  i2v_av: { ...I2V, ...PREMIUM, longestSide: STANDARD, sound: true },
  upscale: { ...UPSCALE, ...FREE, renders: 'upscale', enlargement: 2 },
  upscale_pro: { ...UPSCALE, ...PREMIUM, renders: 'upscale_pro', enlargement: 4 },
};
