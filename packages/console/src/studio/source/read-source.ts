/** An image to start from, checked as the service would check it. */
export interface Source {
  readonly blob: Blob;
  readonly name: string;
  /** As it is shown upright. */
  readonly width: number;
  readonly height: number;
  /** For an image element of this page. */
  readonly previewUrl: string;
}

const BYTES_MAX = 12 * 1024 * 1024;
const PIXELS_MAX = 64_000_000;
const SIDE_MIN = 16;
const RATIO_MAX = 20;

export type ReadSource = { readonly source: Source } | { readonly refusal: string };

/** Reads a file; a refusal says what to do instead. */
export async function readSource(file: Blob, name: string): Promise<ReadSource> {
  if (file.size > BYTES_MAX) {
    return { refusal: `This image has ${mebibytes(file.size)} MiB; it may have at most 12 MiB.` };
  }
  // Kept in memory: the file may be changed or deleted before it is sent.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { refusal: 'This file cannot be read; choose another one.' };
  if (!isKnownFormat(new Uint8Array(bytes.slice(0, 12)))) {
    return { refusal: 'Choose a PNG, JPEG or WebP image.' };
  }
  const blob = new Blob([bytes], { type: file.type });
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
  return { source: { blob, name, width, height, previewUrl: URL.createObjectURL(blob) } };
}

/** Reads the result of a job, which may be larger than an upload may be; then it is sent as a JPEG. */
export async function readResult(url: string, name: string): Promise<ReadSource> {
  const response = await fetch(new URL(url).pathname).catch(() => undefined);
  if (response?.ok !== true) return { refusal: 'The result cannot be loaded; it may have been deleted.' };
  const blob = await response.blob();
  return readSource(blob.size > BYTES_MAX ? await asJpeg(blob) : blob, name);
}

async function asJpeg(blob: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
}

function isKnownFormat(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  );
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

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

export async function base64Of(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** The service reduces larger images to this before it enlarges them. */
const ENLARGED_SIDE_MAX = 2560;

/** An empty image of the same size: the price of an enlargement depends on the size alone, so the upload can wait. */
export async function blankLike({ width, height }: Source): Promise<Blob> {
  const scale = Math.min(1, ENLARGED_SIDE_MAX / Math.max(width, height));
  const fit = (side: number): number => Math.max(1, Math.round(side * scale));
  const canvas = new OffscreenCanvas(fit(width), fit(height));
  canvas.getContext('2d');
  return canvas.convertToBlob({ type: 'image/png' });
}
