import type { Carriers } from './carriers.ts';
import { combineEvidence, demodulate } from './demodulate.ts';
import { drawCanvas, type Pixels } from './draw-canvas.ts';
import { messageOf } from './extended-bch.ts';
import { foldTiles, type Placement, WHOLE } from './placement.ts';
import { findPlacements } from './register.ts';
import { decodeSoftly } from './soft-decode.ts';
import { weighDetail } from './texture.ts';
import type { Canvas } from './tile.ts';

export interface Reading {
  /** 16 hexadecimal digits: the best fit for the evidence, to be authenticated by the service that issued it. */
  readonly payload: string;
  /** The strength of the pilot, in standard deviations of its sum in images without a watermark. */
  readonly pilot: number;
  /** 0 to 1: the share of the evidence for this payload; chance alone reaches 0.86. */
  readonly agreement: number;
  readonly placement: Placement;
}

/** The pilot from which a whole image counts as watermarked: one in fifty million reaches it by chance. */
export const WATERMARKED_WHOLE = 5.5;
/** After a search, which gives chance some three million tries. */
export const MARKED_FOUND = 7;
/** A payload that agrees less may well be wrong, so it is worth searching for a better placement. */
const CONFIDENT = 0.9;

/** Reads the watermark without the original; undefined when there is none. */
export function readPixels(pixels: Pixels, carriers: Carriers): Reading | undefined {
  const detail = weighDetail(drawCanvas(pixels));
  const whole = readAt(detail, carriers, WHOLE);
  const isWatermarked = whole.pilot >= WATERMARKED_WHOLE;
  if (isWatermarked && whole.agreement >= CONFIDENT) return whole;
  const [found] = findPlacements(detail, carriers).map((place) => readAt(detail, carriers, place));
  const isFound = found !== undefined && found.pilot >= MARKED_FOUND;
  if (isFound && (!isWatermarked || found.agreement > whole.agreement)) return found;
  return isWatermarked ? whole : undefined;
}

function readAt(detail: Canvas, carriers: Carriers, placement: Placement): Reading {
  const { pilot, bits } = combineEvidence(demodulate(foldTiles(detail, placement), carriers), carriers);
  const { word, agreement } = decodeSoftly(bits);
  return { payload: messageOf(word), pilot, agreement, placement };
}
