import { type Look, squeeze } from './look.ts';

/** Far above what is sold; a small file can unpack to gigabytes, and is refused from its header. */
const MOST_PIXELS = 16_000_000;

/**
 * What a picture shows: one look, or, where parts of it may be transparent, one on black and one on white. Throws
 * when it does not decode.
 */
export async function* lookAtPicture(png: Uint8Array): AsyncGenerator<Look> {
  // By its first bytes, because the decoder would also read SVG, GIF, TIFF and more.
  if (!Buffer.from(png.subarray(0, 8)).equals(PNG_SIGNATURE)) throw new Error('The picture is not a PNG.');
  // Loaded with the first picture: most of a server's life needs no picture decoder.
  const { default: sharp } = await import('sharp');
  const picture = sharp(png, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' });
  const { hasAlpha } = await picture.metadata();
  for (const background of hasAlpha ? ['#000', '#fff'] : ['#000']) {
    yield { rgb: await squeeze(picture.clone(), background) };
  }
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
