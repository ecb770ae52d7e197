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
import type { Api } from './call-api.ts';
import type { KnownSizes } from './known-sizes.ts';
import { readJson, readMedia } from './read-result.ts';
import type { OpenAiSettings } from './settings.ts';

/** Fields that servers add to the interface, or that some models of OpenAI reject. */
const OPTIONAL = ['response_format', 'seed'];

/** Requests an image, or the task's image redrawn, and fits it to exactly the task's size. */
export async function makeImage(
  api: Api,
  settings: OpenAiSettings,
  sizes: KnownSizes,
  task: ImageTask | ImageEditTask,
  { onProgress, onRendered, orders, signal }: RenderObserver,
): Promise<RenderedPixels> {
  const isEdit = task.operation !== 'image';
  onProgress(0, 'drawing');
  const call = { prompt: task.prompt, signal, timeoutMs: api.timeouts.image };
  const order = await orders?.open(api.account);
  const { response, asked } = await sizes.request(task, async (size) =>
    api.create(isEdit ? '/images/edits' : '/images/generations', {
      ...call,
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
  );
  onRendered?.();
  onProgress(0.9, 'finishing');
  const bytes = await readMedia(api, readJson(response), { ...call, method: 'GET' });
  try {
    return await fitImage(bytes, { width: task.width, height: task.height, asked });
  } catch (cause) {
    if (cause instanceof WrongSize) throw new RenderFault(cause.message);
    throw new RenderFault('The image does not decode.', { isRetryable: false, cause });
  }
}
