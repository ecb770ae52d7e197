import {
  initImageMaxBytes,
  invalidRequest,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
} from '@kinora/contract';
import { decodeBase64 } from './decode-base64.ts';

/** A small file can unpack to gigabytes; rejected from its header, before anything is decoded. */
const MAX_PIXELS = 16_000_000;
const MIN_SIDE = 16;
export const smallestUpload = { width: MIN_SIDE, height: MIN_SIDE } as const;
/** Beyond this nothing would be left of the shorter side once it is fitted. */
const MAX_RATIO = 20;
/** No output is larger, so more would only cost memory in every worker. */
export const MAX_SIDE = 2560;

/**
 * Checks an uploaded image by its content and returns it re-encoded as a PNG: upright, sRGB, without
 * metadata and without anything appended to it. Problem: `invalid_request` naming `field`.
 */
export async function inspectUpload(base64: string, field: string): Promise<Result<Uint8Array, Problem>> {
  const refuse = (message: string) => refuseUpload(field, message);
  const bytes = decodeBase64(base64);
  if (bytes === undefined) {
    return refuse(
      'is not strict base64; send the standard alphabet with padding, without spaces or a data: prefix',
    );
  }
  if (bytes.length === 0) return refuse('is empty');
  if (bytes.length > initImageMaxBytes) return refuse('is larger than 12 MiB; send a smaller image');
  // By its first bytes, because the decoder would also read SVG, GIF, TIFF and more.
  const format = formatOf(bytes);
  if (format === undefined) return refuse('is not a PNG, JPEG or WebP image');
  if (isAnimated(bytes, format)) return refuse('is animated; send a still image');
  return reencode(bytes, format, refuse);
}

async function reencode(
  bytes: Buffer,
  format: Format,
  refuse: (message: string) => Result<never, Problem>,
): Promise<Result<Uint8Array, Problem>> {
  try {
    // Loaded with the first upload: most of a server's life needs no image decoder.
    const { default: sharp } = await import('sharp');
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' });
    const { width, height } = await image.metadata();
    if (Math.min(width, height) < MIN_SIDE)
      return refuse(`is ${width}x${height}; each side needs ${MIN_SIDE} pixels`);
    if (Math.max(width, height) > MAX_RATIO * Math.min(width, height)) {
      return refuse(`is ${width}x${height}; one side may be at most ${MAX_RATIO} times the other`);
    }
    const png = await image
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .png({ compressionLevel: 3 })
      .toBuffer();
    return ok(png);
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/.test(error.message);
    if (tooLarge) return refuse(`has more than ${MAX_PIXELS / 1e6} million pixels; send a smaller image`);
    if (isOutOfResources(error)) {
      return refused(
        problem(
          'video_validation_unavailable',
          'The image cannot be checked right now; nothing was charged.',
        ),
      );
    }
    return refuse(`is not a readable ${format.toUpperCase()} image; it may be cut off or damaged`);
  }
}

type Format = 'png' | 'jpeg' | 'webp';

function formatOf(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isRiff ? 'webp' : undefined;
}

/** The animation chunk precedes the image data in both formats. */
function isAnimated(bytes: Buffer, format: Format): boolean {
  if (format === 'jpeg') return false;
  const marker = format === 'png' ? 'acTL' : 'ANIM';
  const data = bytes.indexOf(format === 'png' ? 'IDAT' : 'ANMF', 0, 'latin1');
  const animation = bytes.indexOf(marker, 0, 'latin1');
  return animation !== -1 && animation < (data === -1 ? bytes.length : data) && animation < 65_536;
}

function isOutOfResources(error: unknown): boolean {
  return error instanceof Error && /out of memory|cannot allocate/i.test(error.message);
}

function refuseUpload(field: string, message: string): Result<never, Problem> {
  return refused(invalidRequest([{ path: field, message }]));
}

/** The size of a PNG as `inspectUpload` returns it, from its header. */
export function sizeOfPng(png: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
