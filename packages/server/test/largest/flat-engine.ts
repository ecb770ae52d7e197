import { servedByDefault } from '@kinora/contract';
import type { Engine, VideoTask } from '@kinora/engine/engine';
import { proceduralCapabilities } from '@kinora/procedural/capabilities';
import { plain, RED } from '@kinora/testing/images';
import { encodeImages } from '@kinora/video/encode-images';
import { encodeSound, SOUND_RATE } from '@kinora/video/encode-sound';
import { writeMp4 } from '@kinora/video/write-mp4';

/** An engine that delivers one colour of any size at once: all that follows the rendering is real. */
export const flatEngine: Engine = {
  name: 'flat',
  version: '1',
  origin: 'rules',
  capabilities: proceduralCapabilities(servedByDefault),
  zeroRetention: true,
  async render(task) {
    const { width, height } = task;
    if (task.operation === 'video' || task.operation === 'i2v') {
      const durationSeconds = task.frames / task.framesPerSecond;
      return { bytes: await flatVideo(task), mime: 'video/mp4', width, height, durationSeconds };
    }
    return { bytes: await plain(width, height).png().toBuffer(), mime: 'image/png', width, height };
  },
};

/** One encoded frame, repeated. */
async function flatVideo(task: VideoTask): Promise<Uint8Array> {
  const { width, height, frames, framesPerSecond, sound } = task;
  const pixels = new Uint8Array(width * height * 4);
  new Uint32Array(pixels.buffer).fill(RED.r | (RED.g << 8) | (RED.b << 16) | (255 << 24));
  const image = await encodeImages({
    width,
    height,
    frames: 1,
    fps: framesPerSecond,
    drawFrame: () => pixels,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const soundSamples = Math.round((frames / framesPerSecond) * SOUND_RATE);
  const silence = { left: new Float32Array(soundSamples), right: new Float32Array(soundSamples) };
  const packets = Array.from({ length: frames }, () => image.packets[0] ?? { bytes: pixels, key: true });
  return writeMp4({
    width,
    height,
    fps: framesPerSecond,
    images: { ...image, packets },
    sound: sound ? await encodeSound(silence, soundSamples) : undefined,
    soundSamples,
  });
}
