import { servedByDefault } from '@kinora/contract';
import type { Engine, VideoTask } from '@kinora/engine/engine';
import { proceduralCapabilities } from '@kinora/procedural/capabilities';
import { BLUE, type Colour, plain, RED } from '@kinora/testing/images';
import { encodeImages } from '@kinora/video/encode-images';
import { encodeSound, SOUND_RATE } from '@kinora/video/encode-sound';
import { writeMp4 } from '@kinora/video/write-mp4';

/** An engine that delivers two colours of any size at once: all that follows the rendering is real. */
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
    const corner = await plain(width >> 1, height >> 1, BLUE)
      .png()
      .toBuffer();
    const image = plain(width, height).composite([{ input: corner, left: 0, top: 0 }]);
    return { bytes: await image.png().toBuffer(), mime: 'image/png', width, height };
  },
};

/** Two encoded frames, each repeated for half of the video, with a tone. */
async function flatVideo(task: VideoTask): Promise<Uint8Array> {
  const { width, height, frames, framesPerSecond, sound } = task;
  const encode = ({ r, g, b }: Colour) => {
    const pixels = new Uint8Array(width * height * 4);
    const colours = new Uint32Array(pixels.buffer).fill(RED.r | (RED.g << 8) | (RED.b << 16) | (255 << 24));
    colours.fill(r | (g << 8) | (b << 16) | (255 << 24), 0, colours.length >> 1);
    return encodeImages({
      width,
      height,
      frames: 1,
      fps: framesPerSecond,
      drawFrame: () => pixels,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  };
  const [image, other] = [await encode(BLUE), await encode({ r: 40, g: 160, b: 60 })];
  const soundSamples = Math.round((frames / framesPerSecond) * SOUND_RATE);
  const tone = Float32Array.from({ length: soundSamples }, (_, at) => 0.3 * Math.sin(at / 20));
  const packets = Array.from({ length: frames }, (_, at) => (at < frames / 2 ? image : other).packets).flat();
  return writeMp4({
    width,
    height,
    fps: framesPerSecond,
    images: { ...image, packets },
    sound: sound ? await encodeSound({ left: tone, right: tone }, soundSamples) : undefined,
    soundSamples,
  });
}
