import { imageFormatOf } from '@kinora/contract';
import { imageSize } from 'image-size';

export interface ImageFacts {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** What the bytes of an image say; undefined if they are none of a PNG, JPEG or WebP. Names and headers are not trusted. */
export function readImageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const format = imageFormatOf(bytes);
  const size = format && sizeOf(bytes);
  return format && size && { mime: `image/${format}`, ...size };
}

/** Orientations that turn the image by a quarter. */
const QUARTER_TURNS = [5, 6, 7, 8];

function sizeOf(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    return QUARTER_TURNS.includes(orientation) ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}
