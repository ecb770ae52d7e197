import type { Source } from './source.ts';

/** An image as an order and a quote send it. */

/** The service reduces larger images to this. */
const USED_SIDE_MAX = 2560;

export async function base64Of(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** An empty image of the same size: the price of an enlargement depends on the size alone, so the upload can wait. */
export async function blankLike(source: Source): Promise<Blob> {
  const { width, height } = fitSource(source);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d');
  return canvas.convertToBlob({ type: 'image/png' });
}

/** The size that the service uses of an image. */
export function fitSource({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, USED_SIDE_MAX / Math.max(width, height));
  const fit = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: fit(width), height: fit(height) };
}
