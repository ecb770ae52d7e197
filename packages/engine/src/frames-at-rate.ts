import type { VideoTask } from './engine.ts';

/** The length that was sold. */
export type FrameLength = Pick<VideoTask, 'frames' | 'framesPerSecond'>;

/**
 * The frames to render at a rate that may not be the one sold, so that they cover its length: n times `step`, and one. The result
 * is fitted to what was sold.
 */
export function framesAtRate(
  { frames, framesPerSecond }: FrameLength,
  { rate, step }: { readonly rate: number; readonly step: number },
): number {
  // The small term compensates for binary fractions.
  return step * Math.ceil(((frames - 1) * rate) / framesPerSecond / step - 1e-6) + 1;
}
