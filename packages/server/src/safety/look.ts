import type { Sharp } from 'sharp';
import { CLASSIFIER_SIDE } from './image-classifier.ts';

/** One picture as the classifier is shown it. */
export interface Look {
  readonly rgb: Uint8Array;
  /** Where in a clip; absent for pictures. */
  readonly atSeconds?: number;
}

const CHANNELS = 3;
const BRIGHTER = 1.15;

/**
 * The whole picture, squeezed into the classifier's square: a crop would leave out a part. What is transparent
 * shows `background`.
 */
export async function squeeze(picture: Sharp, background = '#000'): Promise<Uint8Array> {
  const rgb = await picture
    .flatten({ background })
    .toColourspace('srgb')
    .resize(CLASSIFIER_SIDE, CLASSIFIER_SIDE, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  if (rgb.length !== CLASSIFIER_SIDE * CLASSIFIER_SIDE * CHANNELS) {
    throw new Error(`The picture decodes to ${rgb.length} bytes, not to three a pixel.`);
  }
  return new Uint8Array(rgb);
}

/** The same picture as in a mirror. */
export function mirror(rgb: Uint8Array): Uint8Array {
  const mirrored = new Uint8Array(rgb.length);
  const row = CLASSIFIER_SIDE * CHANNELS;
  for (let at = 0; at < rgb.length; at += CHANNELS) {
    const column = at % row;
    mirrored.set(rgb.subarray(at, at + CHANNELS), at - column + (row - CHANNELS - column));
  }
  return mirrored;
}

/** The same picture with more light on it. */
export function brighten(rgb: Uint8Array): Uint8Array {
  return rgb.map((value) => Math.min(255, Math.round(value * BRIGHTER)));
}
