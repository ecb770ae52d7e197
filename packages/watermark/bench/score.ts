import type { Carriers } from '../src/carriers.ts';
import { combineEvidence, demodulate } from '../src/demodulate.ts';
import type { Pixels } from '../src/draw-canvas.ts';
import { listTiles } from '../src/read-pixels.ts';

/** The strongest signal of the pilot in the image as it is, and after the search; 0 where there was nothing to try. */
export interface Score {
  readonly asItIs: number;
  readonly found: number;
}

/** Every search of the reader counts, whatever another one found. */
export function scorePixels(pixels: Pixels, carriers: Carriers): Score {
  let [asItIs, found] = [0, 0];
  for (const { tile, isFound } of listTiles(pixels, carriers)) {
    const { pilot } = combineEvidence(demodulate(tile, carriers), carriers);
    if (isFound) found = Math.max(found, pilot);
    else asItIs = Math.max(asItIs, pilot);
  }
  return { asItIs, found };
}
