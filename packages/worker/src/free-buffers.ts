import { collectGarbage } from '@kinora/video/collect-garbage';

const WORTHWHILE_BYTES = 32_000_000;

/**
 * Frees the buffers that nothing uses any more, if there may be many; it takes some 50 ms. A video of 10 s and
 * 2560x1440 leaves three copies of its 40 MB, of which V8 would free none until it needs memory for something else.
 */
export function freeBuffers(): void {
  if (process.memoryUsage().arrayBuffers > WORTHWHILE_BYTES) collectGarbage();
}
