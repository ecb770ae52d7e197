import {
  type ImageEditTask,
  type ImageTask,
  type RenderedPixels,
  RenderFault,
  type RenderObserver,
} from '@kinora/engine/engine';
import { fitImage } from '@kinora/media/fit-image';
import { WrongSize } from '@kinora/media/fit-size';
import { awaitResult, type LearnedLimits } from './await-result.ts';
import type { Api } from './call-api.ts';
import { jobOf, order } from './order.ts';
import type { OpenAiSettings } from './settings.ts';

/** Requests an image, or the task's image redrawn, or goes on with the one that an earlier attempt has ordered, and fits it to exactly the task's size. */
export async function makeImage(
  api: Api,
  settings: OpenAiSettings,
  learned: LearnedLimits,
  task: ImageTask | ImageEditTask,
  observer: RenderObserver,
): Promise<RenderedPixels> {
  const model = task.operation === 'image' ? settings.imageModel : settings.editModel;
  const { onProgress, orders, signal } = observer;
  const deadline = AbortSignal.timeout(api.timeouts.image);
  onProgress(0, 'drawing');
  const opened = await orders?.open(api.account);
  const call = { model, key: opened?.key, signal, timeoutMs: api.timeouts.image };
  const made =
    opened?.id === undefined
      ? await learned.sizes.request(task, (size) => order(api, task, { ...call, size }))
      : undefined;
  const ordered = {
    medium: 'image',
    job: jobOf(api, task, model),
    response: made?.response,
    kept: opened?.id,
    number: opened?.number,
    deadline,
  } as const;
  const { result, ...more } = await awaitResult(api, ordered, task, learned, observer, async (fetchBytes) => {
    onProgress(0.9, 'finishing');
    const bytes = await fetchBytes();
    try {
      return await fitImage(bytes, { width: task.width, height: task.height, asked: made?.asked });
    } catch (cause) {
      if (cause instanceof WrongSize) throw new RenderFault(cause.message);
      throw new RenderFault('The image does not decode.', { isRetryable: false, cause });
    }
  });
  return { ...result, ...more };
}
