import type { RenderOperation } from './worker-protocol.ts';

/** What an attempt renders, as far as it costs. */
export interface Rendered {
  readonly operation: RenderOperation;
  /** Null for an image. */
  readonly frames: number | null;
  /** Null for an image. */
  readonly framesPerSecond: number | null;
}

/**
 * How often an attempt costs what an image, or a second of a video, of its model costs: 1, or the seconds that are sold. An image that
 * is enlarged costs nothing: that takes far less than to make one, and mostly happens on the worker itself.
 */
export function renderedUnits({ operation, frames, framesPerSecond }: Rendered): number {
  if (operation === 'upscale' || operation === 'upscale_pro') return 0;
  return frames === null || framesPerSecond === null ? 1 : (frames - 1) / framesPerSecond;
}
