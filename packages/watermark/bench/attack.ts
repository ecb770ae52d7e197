import sharp, { type Sharp } from 'sharp';
import type { Pixels } from '../src/draw-canvas.ts';
import { decode } from './sample-images.ts';

/** A change that a marked image may go through. */
export interface Attack {
  readonly name: string;
  /** How many of the twelve images must be read. Without it, none. */
  readonly required?: number;
  run(marked: Pixels): Promise<Pixels>;
}

export const ALL = 12;

export function open({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Saved and read again, without which changes of one image do not follow one another in the order of the calls. */
export async function save(image: Sharp): Promise<Pixels> {
  return decode(await image.toBuffer());
}

export function through(
  name: string,
  required: number | undefined,
  change: (image: Sharp, marked: Pixels) => Sharp,
): Attack {
  const run = (marked: Pixels) => save(change(open(marked).png({ compressionLevel: 1 }), marked));
  return { name, ...(required !== undefined && { required }), run };
}
