import type { Pixels } from '@kinora/watermark/draw-canvas';
import { type ContentCheck, type ContentCheckOptions, checkViews } from './check-views.ts';
import { imageViews } from './image-views.ts';

/** Checks the content of a PNG, or of pixels. Of an animated one the first frame decides, so deliver images that are re-encoded. */
export function checkImage(
  image: Uint8Array | Pixels,
  origin: 'generated' | 'uploaded',
  options: ContentCheckOptions,
): Promise<ContentCheck> {
  return checkViews(imageViews(image), `${origin} image`, options);
}
