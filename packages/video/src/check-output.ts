import { checkImage } from '@kinora/media/classifier/check-image';
import {
  type ContentCheck,
  type ContentCheckOptions,
  checkViews,
} from '@kinora/media/classifier/check-views';
import { videoViews } from './video-views.ts';

export interface OutputCheckOptions extends ContentCheckOptions {
  /** The most time between two frames of a video that are classified; at most 1. */
  readonly secondsBetweenFrames?: number;
}

const SECONDS_BETWEEN_FRAMES = 0.5;

/** Checks the content of a rendered image (PNG) or of frames of a rendered video (MP4). */
export function checkOutput(
  media: Uint8Array,
  mime: 'image/png' | 'video/mp4',
  options: OutputCheckOptions,
): Promise<ContentCheck> {
  if (mime === 'image/png') return checkImage(media, 'generated', options);
  const seconds = Math.min(1, options.secondsBetweenFrames ?? SECONDS_BETWEEN_FRAMES);
  return checkViews(videoViews(media, seconds, options.witness?.hear), 'generated video', options);
}
