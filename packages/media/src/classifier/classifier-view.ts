import type { Sharp } from 'sharp';
import { CLASSIFIER_SIDE } from './image-classifier.ts';

/** One image, or one frame of a video, in the size of the classifier's input. */
export interface ClassifierView {
  readonly rgb: Uint8Array;
  /** The frame's time in its video; absent for images. */
  readonly atSeconds?: number;
}

const CHANNELS = 3;
const BRIGHTER = 1.15;

/**
 * The whole image, resized to the classifier's square without keeping its aspect ratio: a crop would omit a part.
 * Transparent pixels show `background`.
 */
export async function resizeForClassifier(image: Sharp, background = '#000'): Promise<Uint8Array> {
  const rgb = await image
    .flatten({ background })
    .toColourspace('srgb')
    .resize(CLASSIFIER_SIDE, CLASSIFIER_SIDE, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  if (rgb.length !== CLASSIFIER_SIDE * CLASSIFIER_SIDE * CHANNELS) {
    throw new Error(`The image decodes to ${rgb.length} bytes, not to three per pixel.`);
  }
  return new Uint8Array(rgb);
}

/** The view with left and right exchanged. */
export function mirror(rgb: Uint8Array): Uint8Array {
  const mirrored = new Uint8Array(rgb.length);
  const row = CLASSIFIER_SIDE * CHANNELS;
  for (let at = 0; at < rgb.length; at += CHANNELS) {
    const column = at % row;
    mirrored.set(rgb.subarray(at, at + CHANNELS), at - column + (row - CHANNELS - column));
  }
  return mirrored;
}

/** The view with more light on it. */
export function brighten(rgb: Uint8Array): Uint8Array {
  return rgb.map((value) => Math.min(255, Math.round(value * BRIGHTER)));
}
