import {
  type ImageEditTask,
  type ImageTask,
  type RenderedPixels,
  RenderFault,
  type RenderObserver,
} from '@kinora/engine/engine';
import { encodePng } from '@kinora/media/encode-png';
import { fitImage } from '@kinora/media/fit-image';
import { WrongSize } from '@kinora/media/fit-size';
import { awaitResult, type LearnedLimits } from './await-result.ts';
import type { Api } from './call-api.ts';
import type { OpenAiSettings } from './settings.ts';

/** Fields that servers add to the interface, or that some models of OpenAI reject. */
const OPTIONAL = ['response_format', 'seed'];

/** Requests an image, or the task's image redrawn, or goes on with the one that an earlier attempt has ordered, and fits it to exactly the task's size. */
export async function makeImage(
  api: Api,
  settings: OpenAiSettings,
  learned: LearnedLimits,
  task: ImageTask | ImageEditTask,
  observer: RenderObserver,
): Promise<RenderedPixels> {
  const isEdit = task.operation !== 'image';
  const collection = isEdit ? '/images/edits' : '/images/generations';
  const { onProgress, orders, signal } = observer;
  const deadline = AbortSignal.timeout(api.timeouts.image);
  onProgress(0, 'drawing');
  const order = await orders?.open(api.account);
  const made =
    order?.id === undefined
      ? await learned.sizes.request(task, async (size) =>
          api.create(collection, {
            prompt: task.prompt,
            signal,
            timeoutMs: api.timeouts.image,
            key: order?.key,
            fields: {
              model: isEdit ? settings.editModel : settings.imageModel,
              prompt: task.prompt,
              size: `${size.width}x${size.height}`,
              response_format: 'b64_json',
              seed: task.seed,
            },
            optional: OPTIONAL,
            asJson: !isEdit,
            ...(isEdit && {
              file: { name: 'image', png: await encodePng(await fitImage(task.initImage, size)) },
            }),
          }),
        )
      : undefined;
  const ordered = {
    medium: 'image',
    collection,
    response: made?.response,
    kept: order?.id,
    deadline,
  } as const;
  const { result } = await awaitResult(api, ordered, task, learned, observer, async (fetchBytes) => {
    onProgress(0.9, 'finishing');
    const bytes = await fetchBytes();
    try {
      return await fitImage(bytes, { width: task.width, height: task.height, asked: made?.asked });
    } catch (cause) {
      if (cause instanceof WrongSize) throw new RenderFault(cause.message);
      throw new RenderFault('The image does not decode.', { isRetryable: false, cause });
    }
  });
  return result;
}
