import sharp from 'sharp';
import { fitSize, type SizeFit } from './fit-size.ts';

const MOST_PIXELS = 16_384 * 8_192;

/**
 * A PNG, JPEG or WebP that was made elsewhere as a PNG of exactly this size: upright, sRGB, without alpha and without
 * metadata, so that neither a prompt nor a workflow travels in it. Throws when it does not decode.
 */
export async function fitImage(bytes: Uint8Array, fit: SizeFit): Promise<Uint8Array> {
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' });
  const { autoOrient: made } = await image.metadata();
  const upright = image.autoOrient().flatten({ background: '#000' }).toColourspace('srgb');
  return fitSize(upright, made, fit).png({ compressionLevel: 3 }).toBuffer();
}
