import { imageSize } from 'image-size';

export interface ImageFacts {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** What the bytes of an image say; undefined if they are none of a PNG, JPEG or WebP. Names and headers are not trusted. */
export function readImageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const mime = mimeOf(bytes);
  const size = mime && sizeOf(bytes);
  return mime && size && { mime, ...size };
}

function mimeOf(bytes: Uint8Array): ImageFacts['mime'] | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return start.startsWith('RIFF') && start.slice(8) === 'WEBP' ? 'image/webp' : undefined;
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
