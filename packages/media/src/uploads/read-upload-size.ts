import {
  describeOtherFile,
  imageFormatOf,
  invalidRequest,
  ok,
  type Problem,
  type Result,
  refused,
} from '@kinora/contract';
import { decodeBase64 } from './decode-base64.ts';
import { MAX_SIDE } from './inspect-upload.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that an uploaded image has once `inspectUpload` has re-encoded it, from its header: no pixel is decoded, so
 * the image may still be refused. Problem: `invalid_request` naming `field`, if there is no header of an image.
 */
export async function readUploadSize(base64: string, field: string): Promise<Result<Size, Problem>> {
  const bytes = await decodeBase64(base64);
  const refuse = (message: string) => refused(invalidRequest([{ path: field, message }]));
  if (bytes === undefined) return refuse('is not strict base64 of a PNG, JPEG or WebP image');
  if (imageFormatOf(bytes) === undefined) return refuse(describeOtherFile(bytes));
  try {
    const { sharp } = await import('../sharp.ts');
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    return ok(reduced(autoOrient));
  } catch {
    return refuse('is not a readable image; it may be cut off or damaged');
  }
}

/** Fitted inside a square of `MAX_SIDE`, as sharp does it. */
function reduced({ width, height }: Size): Size {
  const factor = Math.min(1, MAX_SIDE / Math.max(width, height));
  const fit = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: fit(width), height: fit(height) };
}
