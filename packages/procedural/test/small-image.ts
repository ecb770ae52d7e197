import sharp from 'sharp';
import { renderImage } from '../src/render-image.ts';

/** Renders a prompt at a size small enough for many tests. */
export function renderSmall(prompt: string, seed = 1, width = 256, height = 256): Promise<Uint8Array> {
  return renderImage({ operation: 'image', model: 'image', prompt, seed, width, height });
}

/** The image as 24 by 24 colours, which represents it at a glance. */
export async function thumbnailOf(png: Uint8Array): Promise<Float32Array> {
  const { data } = await sharp(png)
    .resize(24, 24, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Float32Array.from(data);
}

/** Mean difference of two thumbnails in levels of 255. */
export function distance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
}
