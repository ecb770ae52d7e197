export type UploadFormat = 'png' | 'jpeg' | 'webp';

/**
 * The format by the first bytes; undefined for any other. To be asked before the decoder, which would also read SVG, GIF,
 * TIFF and more: parsing an SVG of 8 MB can take it half a minute, and more than a gigabyte of memory.
 */
export function formatOf(bytes: Buffer): UploadFormat | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isRiff ? 'webp' : undefined;
}
