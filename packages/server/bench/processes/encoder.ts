import type { RenderTask } from '@kinora/engine/engine';
import { composeScene } from '@kinora/procedural/compose-scene';
import { createPainters } from '@kinora/procedural/painters/painters';
import { parsePrompt } from '@kinora/procedural/prompt/parse-prompt';
import { renderSoundtrack } from '@kinora/procedural/soundtrack/render-soundtrack';
import { encodeVideo } from '@kinora/video/encode-video';
import sharp from 'sharp';
import { answerParent } from '../child.ts';

/** Encodes what the engine would, painted beforehand, and returns the milliseconds of the encoding alone. */

export interface Encoding {
  readonly task: RenderTask;
}

answerParent(async ({ task }: Encoding): Promise<number> => {
  const encode = task.operation === 'video' ? await prepareVideo(task) : await prepareImage(task);
  const startedAt = performance.now();
  await encode();
  return performance.now() - startedAt;
});

async function prepareImage({ prompt, seed, width, height }: RenderTask) {
  const pixels = composeScene(parsePrompt(prompt, seed), width, height).drawStill();
  return () =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: 2, adaptiveFiltering: false })
      .toBuffer();
}

async function prepareVideo(task: Extract<RenderTask, { operation: 'video' }>) {
  const { width, height, frames, framesPerSecond, prompt, seed } = task;
  const { signal } = new AbortController();
  const painters = createPainters();
  const { frame } = painters.paint(task, signal);
  const painted: Uint8Array[] = [];
  for (let index = 0; index < frames; index++) painted.push((await frame(index)).slice());
  await painters.close();
  const { ambience } = parsePrompt(prompt, seed);
  const sound = renderSoundtrack(ambience, seed, frames / framesPerSecond);
  const drawFrame = (index: number) => ({ yuv420: painted[index] as Uint8Array });
  return () => encodeVideo({ width, height, frames, fps: framesPerSecond, sound, drawFrame, signal });
}
