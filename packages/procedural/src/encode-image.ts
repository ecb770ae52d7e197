import sharp from 'sharp';
import { freeCanvases } from './free-canvases.ts';

/**
 * The PNG of the opaque RGBA bytes of an image, whose layers are freed: 8 bits per channel, no alpha and no metadata. It is
 * not compressed, which takes a tenth of the time: every image is decoded for its watermark and encoded again.
 */
export function encodeImage(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  freeCanvases(width * height);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer();
}
