import {
  describeOtherFile,
  type ImageFormat,
  imageFormatOf,
  invalidRequest,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
  uploadLimits,
} from '@kinora/contract';
import type { FailOnOptions, Metadata, Sharp } from 'sharp';
import { createMemoryBudget, decodingMemory } from '../decoding-memory.ts';
import { decodeBase64 } from './decode-base64.ts';
import { decodeJpeg } from './decode-jpeg.ts';
import { isAnimated } from './is-animated.ts';
import { codingOf } from './jpeg-segments.ts';

const { minSide } = uploadLimits;
export const smallestUpload = { width: minSide, height: minSide } as const;
/** Larger than any video; an image is enlarged from here to any size. More would only cost memory in every worker. */
export const MAX_SIDE = 2560;
/** Room for the most expensive upload (512 MB), or for several of the usual ones at once. */
const memory = createMemoryBudget(600e6);

/**
 * Checks an uploaded image by its content and returns it re-encoded as a PNG: upright, sRGB, on white, without
 * metadata and without anything appended to it. It is decoded outside the event loop. Problem: `invalid_request`
 * naming `field`; `video_validation_unavailable` without enough memory.
 */
export async function inspectUpload(base64: string, field: string): Promise<Result<Uint8Array, Problem>> {
  const refuse = (message: string) => refuseUpload(field, message);
  const bytes = await decodeBase64(base64);
  if (bytes === undefined) {
    return refuse(
      'is not strict base64; send the standard alphabet with padding, without spaces or a data: prefix',
    );
  }
  if (bytes.length > uploadLimits.bytes) return refuse('is larger than 12 MiB; send a smaller image');
  const format = imageFormatOf(bytes);
  if (format === undefined) return refuse(describeOtherFile(bytes));
  if (isAnimated(bytes, format)) return refuse('is animated; send a still image');
  const coding = format === 'jpeg' ? codingOf(bytes) : undefined;
  // Each scan decodes the whole image again, and takes only a few bytes.
  if (coding !== undefined && coding.scans > uploadLimits.scans) {
    return refuse(`is a JPEG of more than ${uploadLimits.scans} scans; save it again, not progressive`);
  }
  try {
    // Loaded with the first upload: most of a server's life needs no image decoder.
    const { sharp } = await import('../sharp.ts');
    // Reads the header alone, without a limit, so that a refusal can name the size.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const defect = defectOf(metadata);
    if (defect !== undefined) return refuse(defect);
    const decode = (image: Buffer, failOn: FailOnOptions = 'error') =>
      reencode(sharp(image, { limitInputPixels: uploadLimits.pixels, pages: 1, failOn }));
    const work = () => (coding === undefined ? decode(bytes) : decodeJpeg(bytes, coding, decode));
    return ok(await memory.spend(decodingMemory(metadata), work));
  } catch (error) {
    if (isOutOfResources(error)) {
      return refused(
        problem(
          'video_validation_unavailable',
          'The image cannot be checked right now; nothing was charged.',
        ),
      );
    }
    return refuse(coding?.kind === 'other' ? RARE_JPEG : describeDamage(format));
  }
}

/** What is wrong with the image by its header, with the remedy: a small file can unpack to gigabytes. */
function defectOf({ autoOrient: { width, height } }: Metadata): string | undefined {
  const { pixels, ratio } = uploadLimits;
  const is = `is ${width}x${height}`;
  if (width * height > pixels) return `${is}, more than ${pixels / 1e6} megapixels; send a smaller image`;
  if (Math.min(width, height) < minSide) return `${is}; each side needs ${minSide} pixels`;
  if (Math.max(width, height) > ratio * Math.min(width, height)) {
    return `${is}; one side may be at most ${ratio} times the other`;
  }
  return undefined;
}

function reencode(image: Sharp): Promise<Uint8Array> {
  return image
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 3 })
    .toBuffer();
}

const RARE_JPEG =
  'is a JPEG of a rare kind (arithmetic codes, lossless or 12 bits a sample); save it again as an ordinary JPEG';

const describeDamage = (format: ImageFormat): string =>
  `is not a readable ${format.toUpperCase()} image: it is cut off or damaged; send the whole file, or save it again`;

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
