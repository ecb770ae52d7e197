import type { RenderTask } from '@kinora/engine/engine';
import { imageViews } from '@kinora/media/classifier/image-views';
import { asksForSilence, asksForStill, asksForUniform } from '@kinora/media/sanity/asked-for';
import { createWitness, type Witness } from '@kinora/media/sanity/witness';

/**
 * Why the output is not worth its price, for the operator: one colour, frozen, or silent where sound was sold; undefined if it
 * is, or if the prompt asks for that.
 */
export async function findFlaw(
  { uniformColour, isFrozen, isSilent }: Witness,
  task: RenderTask,
): Promise<string | undefined> {
  const isVideo = 'frames' in task;
  if (isVideo && task.sound && isSilent() && !asksForSilence(task.prompt))
    return 'the video is silent, and sound was sold with it: a model without sound is sold with "sound: false" in the catalogue';
  const colour = uniformColour();
  if (colour !== undefined) {
    if (asksForUniform(task.prompt) || (await isUploadUniform(task))) return undefined;
    return `the ${isVideo ? 'video' : 'image'} is one colour (${colour}) throughout`;
  }
  if (isVideo && isFrozen() && !asksForStill(task.prompt))
    return 'the video is frozen: its frames are the same';
  return undefined;
}

/** What is made of one colour may be one colour. */
async function isUploadUniform(task: RenderTask): Promise<boolean> {
  if (!('initImage' in task)) return false;
  const upload = createWitness();
  for await (const view of imageViews(task.initImage)) upload.see(view);
  return upload.uniformColour() !== undefined;
}
