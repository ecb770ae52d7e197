/** The names that the job API is written with, apart from its schemas: the console uses them, and loads no schema. */

export const jobTypes = [
  'image',
  'image_hd',
  'image_1080p',
  'image_4k',
  'i2i',
  'video',
  'video_hd',
  'video_1080p',
  'video_av',
  'i2v',
  'i2v_hd',
  'i2v_1080p',
  'i2v_av',
  'upscale',
  'upscale_pro',
] as const;
export type JobType = (typeof jobTypes)[number];

export const tierNames = ['free', 'pro', 'max'] as const;
export type Tier = (typeof tierNames)[number];

/** The jobs of a higher priority are started first. */
export const tierPriorities = { free: 0, pro: 10, max: 20 } as const satisfies Record<Tier, number>;

export const payWithNames = ['credits', 'balance'] as const;
export type PayWith = (typeof payWithNames)[number];
