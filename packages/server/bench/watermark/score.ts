import type { Carriers } from '@kinora/media/provenance/watermark/carriers';
import { combineEvidence, demodulate } from '@kinora/media/provenance/watermark/demodulate';
import { drawCanvas, type Pixels } from '@kinora/media/provenance/watermark/draw-canvas';
import { foldTiles, type Placement, WHOLE } from '@kinora/media/provenance/watermark/placement';
import { findPlacements } from '@kinora/media/provenance/watermark/register';
import { weighDetail } from '@kinora/media/provenance/watermark/texture';

/** The pilot's signal in the whole image and after the search for a crop. */
export interface Score {
  readonly whole: number;
  /** 0 when the search found no candidate. */
  readonly found: number;
}

export function scorePixels(pixels: Pixels, carriers: Carriers): Score {
  const detail = weighDetail(drawCanvas(pixels));
  const at = (placement: Placement): number =>
    combineEvidence(demodulate(foldTiles(detail, placement), carriers), carriers).pilot;
  return { whole: at(WHOLE), found: Math.max(0, ...findPlacements(detail, carriers).map(at)) };
}
