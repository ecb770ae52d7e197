import { ok, type Result } from '@kinora/contract';
import type { Pixels } from '@kinora/watermark/draw-canvas';
import { markPixels } from '@kinora/watermark/mark-pixels';
import { carriersOfKey } from './carriers-of-key.ts';
import { decodeImage } from './decode-image.ts';

/** What a worker needs to watermark an image; see `payload.ts`. */
export interface WatermarkParameters {
  /** 16 hexadecimal digits. */
  readonly payload: string;
  readonly chipKey: Uint8Array;
}

/**
 * Returns the image as a watermarked PNG of the same size, with its transparency and without metadata; the same bytes
 * for the same image and parameters. For a file that is not an image the problem is a sentence with the reason.
 */
export async function watermarkPng(
  image: Uint8Array | Pixels,
  { payload, chipKey }: WatermarkParameters,
): Promise<Result<Uint8Array, string>> {
  const decoded = image instanceof Uint8Array ? await decodeImage(image) : ok(image);
  if (!decoded.ok) return decoded;
  const { data, width, height, channels } = markPixels(decoded.value, carriersOfKey(chipKey), payload);
  const { sharp } = await import('../sharp.ts');
  // More effort would take a multiple of the time for a few per cent.
  const png = sharp(data, { raw: { width, height, channels } }).png({
    compressionLevel: 2,
    adaptiveFiltering: true,
  });
  return ok(await png.toBuffer());
}
