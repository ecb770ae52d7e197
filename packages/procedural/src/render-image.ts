import type { ImageTask } from '@kinora/engine/engine';
import sharp from 'sharp';
import { composeScene } from './compose-scene.ts';
import { parsePrompt } from './prompt/parse-prompt.ts';

/** Renders the task's image as PNG: 8 bits per channel, no alpha and no metadata. */
export async function renderImage(task: ImageTask): Promise<Uint8Array> {
  const scene = parsePrompt(task.prompt, task.seed);
  const pixels = composeScene(scene, task.width, task.height).drawStill();
  return sharp(pixels, { raw: { width: task.width, height: task.height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toBuffer();
}
