import { assert, type Lease } from '@kinora/contract';
import type { RenderTask } from '@kinora/engine/engine';
import { DeliveryFault } from './deliver-result.ts';
import type { LeaseClient } from './lease-client.ts';
import { LeaseLost, type Patience } from './server-calls.ts';

/** What the engine is to render, with the uploaded image. Throws `DeliveryFault` if that cannot be read. */
export async function renderTask(lease: Lease, client: LeaseClient, patience: Patience): Promise<RenderTask> {
  const {
    operation,
    frames,
    frames_per_second: framesPerSecond,
    sound,
    init_image_path,
    negative_prompt: negativePrompt,
    ...asked
  } = lease.task;
  const output = { ...asked, ...(negativePrompt !== undefined && { negativePrompt }) };
  if (operation === 'image') return { operation, ...output };
  const initImage = async () => {
    const path = init_image_path;
    assert(path !== null, `a job of operation ${operation} has an input image`);
    try {
      return await client.initImage(lease, path, patience);
    } catch (error) {
      if (error instanceof LeaseLost || patience.signal.aborted) throw error;
      throw new DeliveryFault(`the uploaded image could not be read: ${error}`, { cause: error });
    }
  };
  if (operation === 'i2i' || operation === 'upscale' || operation === 'upscale_pro') {
    return { operation, ...output, initImage: await initImage() };
  }
  assert(frames !== null && framesPerSecond !== null, 'a video task has a length and a frame rate');
  const video = { ...output, frames, framesPerSecond, sound };
  return operation === 'video'
    ? { operation, ...video }
    : { operation, ...video, initImage: await initImage() };
}
