import { collectGarbage } from '@kinora/video/collect-garbage';

/** The layers of as many are up to 250 MB. */
const MAX_PIXELS = 4_000_000;
let painted = 0;

/**
 * Call for each image of so many pixels when its layers are no longer needed: frees them, at once or with those of later
 * images. The garbage collector does not see their size, and would keep them until it happens to run.
 */
export function freeCanvases(pixels: number): void {
  painted += pixels;
  if (painted < MAX_PIXELS) return;
  painted = 0;
  collectGarbage();
}
