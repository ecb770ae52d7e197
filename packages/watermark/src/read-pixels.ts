import type { Carriers } from './carriers.ts';
import { combineEvidence, demodulate } from './demodulate.ts';
import { drawCanvas, type Pixels } from './draw-canvas.ts';
import { messageOf } from './extended-bch.ts';
import type { Spectrum } from './fourier.ts';
import { listAreas } from './list-areas.ts';
import { ORIENTATIONS } from './orientation.ts';
import { findTiles } from './register.ts';
import { decodeSoftly } from './soft-decode.ts';
import { weighDetail } from './texture.ts';
import { foldTiles, spectrumOf } from './tile.ts';

export interface Reading {
  /** 16 hexadecimal digits: the best fit for the evidence, to be authenticated by the service that issued it. */
  readonly payload: string;
  /** The strength of the pilot, in standard deviations of its sum in images without a watermark. */
  readonly pilot: number;
  /** 0 to 1: the share of the evidence for this payload; chance alone reaches 0.86. */
  readonly agreement: number;
}

/** The pilot from which a tile that was not searched for counts as watermarked: one in a billion has it by chance. */
export const WATERMARKED_AS_IT_IS = 6;
/** After a search, which gives chance millions of tries. */
export const WATERMARKED_FOUND = 7.5;
/** A payload that agrees less may well be wrong, so it is worth searching for a better placement. */
const CONFIDENT = 0.9;

/** Reads the watermark without the original; undefined when there is none. */
export function readPixels(pixels: Pixels, carriers: Carriers): Reading | undefined {
  let best: Reading | undefined;
  for (const { tile, isFound } of listTiles(pixels, carriers)) {
    const { pilot, bits } = combineEvidence(demodulate(tile, carriers), carriers);
    if (pilot < (isFound ? WATERMARKED_FOUND : WATERMARKED_AS_IT_IS)) continue;
    const { word, agreement } = decodeSoftly(bits);
    if (best === undefined || agreement > best.agreement)
      best = { payload: messageOf(word), pilot, agreement };
    if (agreement >= CONFIDENT) break;
  }
  return best;
}

/** The spectrum of what may be the watermark's tile. */
interface PossibleTile {
  readonly tile: Spectrum;
  /** Whether a search found it, among millions of placements. */
  readonly isFound: boolean;
}

/** The cheap ones first: the image as it is and without its bars, in all orientations; then what the search finds. */
export function* listTiles(pixels: Pixels, carriers: Carriers): Generator<PossibleTile> {
  const searched = [];
  for (const area of listAreas(pixels)) {
    const detail = weighDetail(drawCanvas(pixels, area));
    searched.push({ detail, aspect: area.width / area.height });
    const folded = foldTiles(detail);
    for (const orientation of ORIENTATIONS) yield { tile: spectrumOf(folded, orientation), isFound: false };
  }
  for (const { detail, aspect } of searched) {
    for (const tile of findTiles(detail, aspect, carriers)) yield { tile, isFound: true };
  }
}
