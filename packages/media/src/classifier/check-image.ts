import { type ContentCheck, type ContentCheckOptions, checkViews } from './check-views.ts';
import { imageViews } from './image-views.ts';

/** Checks the content of a PNG. Of an animated one the first frame decides, so deliver images that are re-encoded. */
export function checkImage(
  png: Uint8Array,
  origin: 'generated' | 'uploaded',
  options: ContentCheckOptions,
): Promise<ContentCheck> {
  return checkViews(imageViews(png), `${origin} image`, options);
}
