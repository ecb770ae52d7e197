import { fitSource } from './encode-source.ts';

/** Up to here lossless; a larger one is a photo, and would be large. */
const LOSSLESS_PIXELS_MAX = 2_000_000;

/**
 * The image as the service takes it, from any format that this browser reads: HEIC in Safari, AVIF, GIF and BMP in all.
 * Undefined if it reads none in it. Of an animation it is the first frame.
 */
export async function convertImage(blob: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(blob).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const { width, height } = fitSource(bitmap);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const isLossless = width * height <= LOSSLESS_PIXELS_MAX;
  if (!isLossless) {
    // The service lays what is transparent on white too; JPEG would have it black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas.convertToBlob(isLossless ? { type: 'image/png' } : { type: 'image/jpeg', quality: 0.95 });
}
