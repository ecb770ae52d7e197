import { fitSize, type SizeFit } from './fit-size.ts';
import { sharp } from './sharp.ts';

const MAX_PIXELS = 16_384 * 8_192;

/**
 * Converts a PNG, JPEG or WebP of an external renderer to a PNG of exactly this size: upright, in sRGB, without alpha.
 * Metadata is removed, because it may contain the prompt or the workflow. Throws if the image cannot be decoded.
 */
export async function fitImage(bytes: Uint8Array, fit: SizeFit): Promise<Uint8Array> {
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' });
  const { autoOrient: source } = await image.metadata();
  const upright = image.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  return fitSize(upright, source, fit).png({ compressionLevel: 3 }).toBuffer();
}
