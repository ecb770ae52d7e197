import sharp from 'sharp';

const MOST_PIXELS = 8192 * 8192;

/**
 * Any still picture (PNG, JPEG or WebP) as a PNG of exactly this size: upright, sRGB, without alpha and without
 * metadata, so that no prompt travels in it. What does not fit the shape is cut off around the middle.
 * Throws when it does not decode.
 */
export async function refitPicture(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover', position: 'centre', kernel: 'lanczos3' })
    .png({ compressionLevel: 3 })
    .toBuffer();
}
