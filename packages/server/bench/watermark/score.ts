import type { Carriers } from '../../src/provenance/watermark/carriers.ts';
import { drawCanvas, type Pixels } from '../../src/provenance/watermark/draw-canvas.ts';
import { hear, sumUp } from '../../src/provenance/watermark/listen.ts';
import { foldTiles, type Placement, WHOLE } from '../../src/provenance/watermark/placement.ts';
import { findPlacements } from '../../src/provenance/watermark/register.ts';
import { weighDetail } from '../../src/provenance/watermark/texture.ts';

/** How far the pilot stands out, taking the picture as whole and after the search for a crop. */
export interface Score {
  readonly whole: number;
  /** 0 when the search found nothing worth a look. */
  readonly found: number;
}

export function scorePixels(pixels: Pixels, carriers: Carriers): Score {
  const detail = weighDetail(drawCanvas(pixels));
  const at = (placement: Placement): number =>
    sumUp(hear(foldTiles(detail, placement), carriers), carriers).pilot;
  return { whole: at(WHOLE), found: Math.max(0, ...findPlacements(detail, carriers).map(at)) };
}
