import type { FailOnOptions } from 'sharp';
import { hasEveryPixel } from './has-every-pixel.ts';
import { isFullyRefined, type JpegCoding } from './jpeg-segments.ts';

const END = Buffer.from('ffd9', 'hex');

type Decode = (jpeg: Buffer, failOn: FailOnOptions) => Promise<Uint8Array>;

/**
 * Decodes a JPEG that has all of its pixels, whether or not its end is marked: messengers and some phones leave the
 * marker out. Throws if pixels are missing, which the decoder fills with grey and only warns of; of the last rows it
 * does not even warn.
 */
export async function decodeJpeg(jpeg: Buffer, coding: JpegCoding, decode: Decode): Promise<Uint8Array> {
  const { hasEnd, kind } = coding;
  const ended = hasEnd ? jpeg : Buffer.concat([jpeg, END]);
  if (!hasEnd && !(await isWhole(ended, coding))) throw new Error('pixels are missing');
  if (!hasEnd && kind === 'sequential') return decode(ended, 'error');
  try {
    return await decode(ended, 'warning');
  } catch (error) {
    // Other warnings are of what cameras write and decoders read, such as bytes between two markers.
    const isMissing = kind === 'sequential' ? !(await hasEveryPixel(ended)) : isOfMissingData(error);
    if (isMissing) throw error;
    return decode(ended, 'error');
  }
}

async function isWhole(jpeg: Buffer, { kind }: JpegCoding): Promise<boolean> {
  if (kind === 'sequential') return hasEveryPixel(jpeg);
  // The decoder warns when a progressive file lacks data, but not when one with arithmetic codes does.
  return kind === 'progressive' && isFullyRefined(jpeg);
}

function isOfMissingData(error: unknown): boolean {
  return error instanceof Error && /premature end/i.test(error.message);
}
