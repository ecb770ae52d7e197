import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { encoded } from '@kinora/testing/encoded';
import { pngChunk, withChunks } from '@kinora/testing/images';
import { paintedPng } from '@kinora/testing/painted-png';
import sharp from 'sharp';

/** What the renderers of the benchmark return, made before the measurement, so that it takes no processor in it. */

const IMAGE = { width: 1024, height: 1024, frames: 1 };
/** Five seconds with sound. */
export const VIDEO = { width: 1280, height: 720, frames: 121 };

const IMAGES = 40;
const VIDEOS = 3;
/** About 4.6 bits a channel, so that a PNG has 1.8 MB, as one from a model has. */
const NOISE = 24;
const MIN_IMAGE_BYTES = 1_500_000;

/** Writes the files into `folder`; videos take some seconds each and are made only if they are needed. */
export async function fillMediaPool(folder: string, needsVideos: boolean): Promise<void> {
  for (let at = 0; at < IMAGES; at++) await writeFile(imageFile(folder, at), await noisyImage(at));
  const engine = createProceduralEngine();
  for (let at = 0; at < VIDEOS && needsVideos; at++) {
    const task = {
      ...VIDEO,
      operation: 'video',
      model: 'fast',
      framesPerSecond: 24,
      sound: true,
      seed: at,
    } as const;
    const observer = { onProgress: () => {}, signal: new AbortController().signal };
    const media = await engine.render({ ...task, prompt: 'a lighthouse above a stormy sea' }, observer);
    await writeFile(videoFile(folder, at), (await encoded(media)).bytes);
  }
  await engine.close?.();
}

/** Each call returns another file of the size and number of frames; there are two of them. */
export async function openMediaPool(
  folder: string,
  medium: 'image' | 'video',
): Promise<(size: { width: number; height: number; frames?: number }) => Uint8Array> {
  const [file, count, expected] =
    medium === 'image' ? ([imageFile, IMAGES, IMAGE] as const) : ([videoFile, VIDEOS, VIDEO] as const);
  const files = await Promise.all(Array.from({ length: count }, (_, at) => readFile(file(folder, at))));
  let taken = 0;
  return ({ width, height, frames = 1 }) => {
    // Another size would be converted by the worker, which takes longer.
    if (width !== expected.width || height !== expected.height || frames !== expected.frames)
      throw new Error(`a renderer was asked for ${width}x${height} and ${frames} frames`);
    const bytes = files[taken % count] as Buffer;
    const note = Buffer.from(`rendering ${taken++}`);
    return medium === 'image'
      ? withChunks(bytes, pngChunk('tEXt', Buffer.concat([Buffer.from('prompt\0'), note])))
      : Buffer.concat([bytes, freeBox(note)]);
  };
}

const imageFile = (folder: string, at: number): string => path.join(folder, `${at}.png`);
const videoFile = (folder: string, at: number): string => path.join(folder, `${at}.mp4`);

async function noisyImage(seed: number): Promise<Buffer> {
  const { width, height } = IMAGE;
  const pixels = await sharp(paintedPng(width, height, seed))
    .removeAlpha()
    .raw()
    .toBuffer();
  const noise = randomBytes(pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    const value = (pixels[at] as number) + ((noise[at] as number) % NOISE) - NOISE / 2;
    pixels[at] = Math.max(0, Math.min(255, value));
  }
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  if (png.length < MIN_IMAGE_BYTES) throw new Error(`an image has only ${png.length} bytes`);
  return png;
}

/** A part of an MP4 that players skip. */
function freeBox(content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + content.length);
  return Buffer.concat([size, Buffer.from('free'), content]);
}
