import type { Size } from '../fit-size.ts';

/** Decoders tolerate the absence of the last chunk, which would hide truncation. */
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const END = Buffer.from('0000000049454e44ae426082', 'hex');

/** What keeps the bytes from being a whole PNG of this size; undefined if nothing. All of it is decoded. */
export async function findPngDefect(png: Buffer, ordered: Size): Promise<string | undefined> {
  // The format is read from the first bytes, because the decoder would also read SVG, GIF, TIFF and more.
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'is not a PNG';
  if (!png.subarray(-END.length).equals(END)) return 'is cut short';
  const { sharp } = await import('../sharp.ts');
  // Decoded only if it has the ordered size, so it needs no limit of its own.
  const image = sharp(png, { limitInputPixels: false, failOn: 'warning' });
  try {
    const { width, height, pages = 1 } = await image.metadata();
    if (width !== ordered.width || height !== ordered.height) {
      return `is ${width}x${height} instead of ${ordered.width}x${ordered.height}`;
    }
    if (pages !== 1) return 'is animated';
    await image.raw().toBuffer();
    return undefined;
  } catch {
    return 'does not decode';
  }
}
