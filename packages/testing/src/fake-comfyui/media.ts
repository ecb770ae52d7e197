import { createHash } from 'node:crypto';
import { encodeVideo } from '@kinora/video/encode-video';
import sharp from 'sharp';
import { pngChunk, withChunks } from '../images.ts';
import type { WorkflowOutput } from './graph.ts';

/** The output of the fake: real files, with the prompt written into them as ComfyUI does. */

/**
 * RGBA in two colours derived from the model's inputs, so that the same words and seeds give the same image. `share` is that of
 * the rows with the second.
 */
function twoColours({ width, height }: WorkflowOutput, inputs: string, share: number): Uint8Array {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(inputs).digest();
  const pixels = new Uint8Array(width * height * 4);
  const first = 0xff000000 | (b << 16) | (g << 8) | r;
  new Uint32Array(pixels.buffer).fill(first).fill(first ^ 0x808080, 0, Math.round(share * height) * width);
  return pixels;
}

export async function makePng(
  output: WorkflowOutput,
  inputs: string,
  uploaded: Uint8Array | undefined,
): Promise<Uint8Array> {
  const { width, height } = output;
  const image = uploaded
    ? sharp(uploaded).resize(width, height, { fit: 'fill' })
    : sharp(twoColours(output, inputs, 0.5), { raw: { width, height, channels: 4 } });
  const png = await image.removeAlpha().png().toBuffer();
  return withChunks(png, pngChunk('tEXt', Buffer.from(`prompt\0${inputs}`, 'utf8')));
}

export async function makeMp4(output: WorkflowOutput, inputs: string, sound: boolean): Promise<Uint8Array> {
  const { width, height, frames, fps } = output;
  const left = Float32Array.from(
    { length: Math.round((frames / fps) * 48_000) },
    (_, at) => 0.3 * Math.sin(at / 20),
  );
  const signal = new AbortController().signal;
  const bytes = await encodeVideo({
    width,
    height,
    frames,
    fps,
    drawFrame: (index) => twoColours(output, inputs, (index + 1) / (frames + 1)),
    sound: sound && { left, right: left },
    signal,
  });
  return Buffer.concat([bytes, box('free', Buffer.from(inputs, 'utf8'))]);
}

function box(type: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + content.length);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), content]);
}
