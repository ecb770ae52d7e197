import { ok, type Result, refused } from '@kinora/contract';
import type { Pixels } from '@kinora/watermark/draw-canvas';

/** Above any size that is rendered or likely to be read; a small file can unpack to gigabytes. */
const MAX_PIXELS = 50_000_000;

/**
 * The pixels of a PNG, JPEG, WebP or AVIF file: upright, sRGB, 8 bits a channel; of an animation the first frame.
 * For anything else the problem is a sentence with the reason.
 */
export async function decodeImage(bytes: Uint8Array): Promise<Result<Pixels, string>> {
  if (!isImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    return refused('this is not a PNG, JPEG, WebP or AVIF image');
  }
  try {
    // Loaded with the first image: most commands need no decoder.
    const { sharp } = await import('../sharp.ts');
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return ok({ width: info.width, height: info.height, channels: info.channels, data });
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message)) {
      return refused(`the image has more than ${MAX_PIXELS / 1e6} million pixels`);
    }
    return refused('the image cannot be decoded; it may be cut off or damaged');
  }
}

/** Reads the format from the first bytes, because the decoder would also read SVG, which can name other files. */
function isImage(bytes: Buffer): boolean {
  const ascii = bytes.toString('latin1', 0, 12);
  return (
    ascii.startsWith('\x89PNG\r\n\x1a\n') ||
    ascii.startsWith('\xff\xd8\xff') ||
    (ascii.startsWith('RIFF') && ascii.endsWith('WEBP')) ||
    /^ftypavi[fs]$/.test(ascii.slice(4))
  );
}
