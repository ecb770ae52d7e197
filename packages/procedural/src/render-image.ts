import type { ImageTask } from '@kinora/engine/engine';
import { composeScene } from './compose-scene.ts';
import { encodeImage } from './encode-image.ts';
import { parsePrompt } from './prompt/parse-prompt.ts';

/** Renders the task's image as PNG. */
export async function renderImage(task: ImageTask): Promise<Uint8Array> {
  const scene = parsePrompt(task.prompt, task.seed);
  const pixels = composeScene(scene, task.width, task.height).drawStill();
  return encodeImage(pixels, task.width, task.height);
}
