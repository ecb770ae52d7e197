import type { Carriers } from './carriers.ts';
import { drawCanvas, type Pixels } from './draw-canvas.ts';
import { messageOf } from './extended-bch.ts';
import { hear, sumUp } from './listen.ts';
import { foldTiles, type Placement, WHOLE } from './placement.ts';
import { findPlacements } from './register.ts';
import { decodeSoftly } from './soft-decode.ts';
import { weighDetail } from './texture.ts';
import type { Canvas } from './tile.ts';

export interface Reading {
  /** 16 hexadecimal digits; what the evidence fits best, to be authenticated by whoever made the payload. */
  readonly payload: string;
  /** How far the pilot stands out, in standard deviations of what it says in pictures without a mark. */
  readonly pilot: number;
  /** 0 to 1: how much of the evidence speaks for this payload; 0.86 is what chance alone reaches. */
  readonly agreement: number;
  readonly placement: Placement;
}

/** From here on a whole picture counts as marked: one in fifty million reaches it by chance. */
export const MARKED_WHOLE = 5.5;
/** After a search, which gives chance some three million tries. */
export const MARKED_FOUND = 7;
/** A payload that agrees less may well be wrong, so it is worth looking for a better placement. */
const SURE = 0.9;

/** Reads the mark without the original; undefined when there is none. */
export function readPixels(pixels: Pixels, carriers: Carriers): Reading | undefined {
  const detail = weighDetail(drawCanvas(pixels));
  const whole = readAt(detail, carriers, WHOLE);
  const isMarked = whole.pilot >= MARKED_WHOLE;
  if (isMarked && whole.agreement >= SURE) return whole;
  const [found] = findPlacements(detail, carriers).map((place) => readAt(detail, carriers, place));
  const isFound = found !== undefined && found.pilot >= MARKED_FOUND;
  if (isFound && (!isMarked || found.agreement > whole.agreement)) return found;
  return isMarked ? whole : undefined;
}

function readAt(detail: Canvas, carriers: Carriers, placement: Placement): Reading {
  const { pilot, evidence } = sumUp(hear(foldTiles(detail, placement), carriers), carriers);
  const { word, agreement } = decodeSoftly(evidence);
  return { payload: messageOf(word), pilot, agreement, placement };
}
