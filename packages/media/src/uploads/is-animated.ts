import type { ImageFormat } from '@kinora/contract';

/** The animation chunk precedes the image data in both formats. An animation of one frame is a still image. */
export function isAnimated(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'jpeg') return false;
  const marker = format === 'png' ? 'acTL' : 'ANIM';
  const frame = format === 'png' ? 'IDAT' : 'ANMF';
  const data = bytes.indexOf(frame, 0, 'latin1');
  const animation = bytes.indexOf(marker, 0, 'latin1');
  if (animation === -1 || animation >= (data === -1 ? bytes.length : data) || animation >= 65_536)
    return false;
  if (format === 'png') return animation + 8 > bytes.length || bytes.readUInt32BE(animation + 4) > 1;
  return bytes.indexOf(frame, data + 4, 'latin1') !== -1;
}
