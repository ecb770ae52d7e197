import sharp from 'sharp';
import { fitSize, type SizeFit } from './fit-size.ts';

const MOST_PIXELS = 16_384 * 8_192;

/**
 * A PNG, JPEG or WebP of an external renderer, as a PNG of exactly this size: upright, sRGB, without alpha and without
 * metadata, which may contain the prompt or the workflow. Throws when it does not decode.
 */
export async function fitImage(bytes: Uint8Array, fit: SizeFit): Promise<Uint8Array> {
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' });
  const { autoOrient: source } = await image.metadata();
  const upright = image.autoOrient().flatten({ background: '#000' }).toColourspace('srgb');
  return fitSize(upright, source, fit).png({ compressionLevel: 3 }).toBuffer();
}
