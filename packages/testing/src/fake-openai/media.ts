import { encodeVideo } from '@kinora/video/encode-video';
import sharp from 'sharp';
import { pngChunk, withChunks } from '../images.ts';

/** The output of the fake server: real files, with the prompt written into the image as many servers do. */

export interface FakeSize {
  readonly width: number;
  readonly height: number;
}

const SOUND_RATE = 48_000;

/** Green, with a red rim of an eighth on each side, so that tests can see which part was cropped. */
export async function makePng(size: FakeSize, prompt: string): Promise<Buffer> {
  const raw = { ...size, channels: 3 } as const;
  const png = await sharp(rimmed(size, 3), { raw }).png().toBuffer();
  return withChunks(png, pngChunk('tEXt', Buffer.from(`parameters\0${prompt}`, 'latin1')));
}

export interface VideoContent extends FakeSize {
  readonly frames: number;
  readonly fps: number;
  readonly audio: boolean;
}

/** The same rim; the middle grows from black to white over the video, and a tone sounds if it has audio. */
export async function makeMp4({ width, height, frames, fps, audio }: VideoContent): Promise<Uint8Array> {
  const pixels = rimmed({ width, height }, 4);
  const samples = Math.round((frames / fps) * SOUND_RATE);
  const tone = Float32Array.from(
    { length: samples },
    (_, at) => 0.3 * Math.sin((at * 2 * Math.PI * 440) / SOUND_RATE),
  );
  return encodeVideo({
    width,
    height,
    frames,
    fps,
    drawFrame(index) {
      const grey = Math.round((255 * index) / Math.max(1, frames - 1));
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at] !== 255 || pixels[at + 1] !== 0) pixels.fill(grey, at, at + 3);
      }
      return pixels;
    },
    sound: audio && { left: tone, right: tone },
    signal: new AbortController().signal,
  });
}

function rimmed({ width, height }: FakeSize, channels: number): Uint8Array {
  const pixels = new Uint8Array(width * height * channels).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isRim = x < width / 8 || x >= width - width / 8 || y < height / 8 || y >= height - height / 8;
      pixels.set(isRim ? [255, 0, 0] : [0, 160, 0], (y * width + x) * channels);
    }
  }
  return pixels;
}
