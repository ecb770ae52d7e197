import type { Pixels } from '@kinora/watermark/draw-canvas';
import { sharp } from './sharp.ts';

/** A PNG of these pixels without metadata. */
export async function encodePng({ data, ...raw }: Pixels): Promise<Uint8Array> {
  return sharp(data, { raw }).png({ compressionLevel: 3 }).toBuffer();
}
