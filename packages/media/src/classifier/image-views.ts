import { maxResultSide } from '@kinora/contract';
import type { Pixels } from '@kinora/watermark/draw-canvas';
import { type ClassifierView, resizeForClassifier } from './classifier-view.ts';

/** The pixels of the largest result. A small file can unpack to gigabytes, so its header is checked before decoding. */
const MAX_PIXELS = maxResultSide ** 2;

/**
 * The views of a PNG, or of pixels, to classify: one if the image is opaque, otherwise one on black and one on white. Throws
 * when the PNG does not decode.
 */
export async function* imageViews(source: Uint8Array | Pixels): AsyncGenerator<ClassifierView> {
  const image = source instanceof Uint8Array ? await openPng(source) : await openPixels(source);
  const { hasAlpha } = await image.metadata();
  for (const background of hasAlpha ? ['#000', '#fff'] : ['#000']) {
    yield { rgb: await resizeForClassifier(image.clone(), background) };
  }
}

async function openPng(png: Uint8Array) {
  // The format is read from the first bytes, because the decoder would also read SVG, GIF, TIFF and more.
  if (!Buffer.from(png.subarray(0, 8)).equals(PNG_SIGNATURE)) throw new Error('The image is not a PNG.');
  // Loaded with the first image: most of a server's life needs no image decoder.
  const { sharp } = await import('../sharp.ts');
  return sharp(png, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' });
}

async function openPixels({ data, ...raw }: Pixels) {
  const { sharp } = await import('../sharp.ts');
  return sharp(data, { raw });
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
