import type { FrameLength } from '@kinora/engine/frames-at-rate';
import type { Size } from './settings.ts';

/** Models work in blocks of pixels; a size between them is rejected or silently changed. */
const STEP = 16;

/**
 * The size to request from a model so that the delivered one can be cropped from it: of the sizes it supports, the one
 * that needs least enlarging and loses least at the sides.
 */
export function chooseSize(delivered: Size, sizes: readonly Size[] | undefined): Size {
  const up = (side: number) => Math.ceil(side / STEP) * STEP;
  const any = { width: up(delivered.width), height: up(delivered.height) };
  return (
    (sizes ?? []).reduce<Size | undefined>(
      (best, size) => (best === undefined || costOf(size, delivered) < costOf(best, delivered) ? size : best),
      undefined,
    ) ?? any
  );
}

function costOf(size: Size, delivered: Size): number {
  const enlarge = Math.max(delivered.width / size.width, delivered.height / size.height);
  const kept = (delivered.width * delivered.height) / (size.width * size.height * enlarge * enlarge);
  // Enlarging is visible; a size that is too large only costs rendering time.
  const scale = enlarge > 1 ? Math.log2(enlarge) : 0.3 * Math.log2(1 / enlarge);
  return scale + 1.5 * (1 - kept);
}

/** The length in seconds to request: the shortest supported one that is enough; undefined if none is. */
export function chooseSeconds(
  { frames, framesPerSecond }: FrameLength,
  lengths: readonly number[] | undefined,
): number | undefined {
  // The last frame ends the billed length and does not add to it.
  const needed = (frames - 1) / framesPerSecond;
  if (lengths === undefined) return Math.max(1, Math.ceil(needed - 1e-6));
  const enough = lengths.filter((seconds) => seconds >= needed - 1e-6);
  return enough.length === 0 ? undefined : Math.min(...enough);
}

/** Video models count 4n + 1 frames. */
export const MODEL_FRAME_STEP = 4;
