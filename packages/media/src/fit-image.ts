import type { Pixels } from '@kinora/watermark/draw-canvas';
import { fitSize, type SizeFit } from './fit-size.ts';
import { sharp } from './sharp.ts';

const MAX_PIXELS = 16_384 * 8_192;

/**
 * The pixels of a PNG, JPEG or WebP of an external renderer at exactly this size: upright, in sRGB, without alpha. Metadata,
 * which may contain the prompt or the workflow, is left behind. Throws if the image cannot be decoded.
 */
export async function fitImage(bytes: Uint8Array, fit: SizeFit): Promise<Pixels & { readonly channels: 3 }> {
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' });
  const { autoOrient: source } = await image.metadata();
  const upright = image.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  const { data, info } = await fitSize(upright, source, fit)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 3) throw new Error(`The image decodes to ${channels} channels, not to three.`);
  return { width, height, channels, data };
}
