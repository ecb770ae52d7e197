import { describeOtherFile, imageFormatOf } from '@kinora/contract/image-format';
import { convertImage } from './convert-image.ts';
import type { Source } from './source.ts';

const BYTES_MAX = 12 * 1024 * 1024;
const PIXELS_MAX = 64_000_000;
const SIDE_MIN = 16;
const RATIO_MAX = 20;

export type ReadSource = { readonly source: Source } | { readonly refusal: string };

/** More would only fill the memory of this page. */
const CONVERTED_BYTES_MAX = 100 * 1024 * 1024;

/** Reads a file, converted if the service does not take its format; a refusal says what to do instead. */
export async function readSource(file: Blob, name: string): Promise<ReadSource> {
  if (file.size > CONVERTED_BYTES_MAX) return { refusal: tooLarge(file) };
  // Kept in memory: the file may be changed or deleted before it is sent.
  const content = await file.arrayBuffer().catch(() => undefined);
  if (content === undefined) return { refusal: 'This file cannot be read; choose another one.' };
  const bytes = new Uint8Array(content);
  const original = new Blob([content], { type: file.type });
  const blob = imageFormatOf(bytes) === undefined ? await convertImage(original) : original;
  if (blob === undefined) return { refusal: `This file ${describeOtherFile(bytes)}.` };
  if (blob.size > BYTES_MAX) return { refusal: tooLarge(blob) };
  const size = await sizeOf(blob);
  if (size === undefined) return { refusal: 'This file cannot be read as an image; choose another one.' };
  const { width, height } = size;
  if (Math.min(width, height) < SIDE_MIN) {
    return { refusal: `This image has ${width} × ${height} pixels; each side needs at least ${SIDE_MIN}.` };
  }
  if (width * height > PIXELS_MAX) return { refusal: 'This image has more than 64 million pixels.' };
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height)) {
    return { refusal: `This image is more than ${RATIO_MAX} times as long as it is wide; crop it first.` };
  }
  return {
    source: { id: crypto.randomUUID(), blob, name, width, height, previewUrl: URL.createObjectURL(blob) },
  };
}

/** Reads the result of a job, which may be larger than an upload may be; then it is sent smaller. */
export async function readResult(url: string, name: string): Promise<ReadSource> {
  const response = await fetch(new URL(url).pathname).catch(() => undefined);
  if (response?.ok !== true) return { refusal: 'The result cannot be loaded; it may have been deleted.' };
  const blob = await response.blob();
  return readSource(blob.size > BYTES_MAX ? ((await convertImage(blob)) ?? blob) : blob, name);
}

/** The browser applies the orientation of a photo, as the service does. */
async function sizeOf(blob: Blob): Promise<{ readonly width: number; readonly height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(blob);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}

const tooLarge = ({ size }: Blob): string =>
  `This image has ${(size / 1024 / 1024).toFixed(1)} MiB; it may have at most 12 MiB.`;
