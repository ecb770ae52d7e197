import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import type { Rendering } from '@kinora/testing/one-at-a-time';
import { loadTemplates } from '@kinora/worker/comfyui/template';
import { answerParent } from '../child.ts';
import { openMediaPool } from '../renderer/media-pool.ts';

/**
 * A ComfyUI or an OpenAI-compatible server, in a process of its own, so that it does not share the worker's event loop. It
 * renders one job at a time in a fixed time, and takes almost no processor. The first question starts it.
 */

export interface StandIn {
  readonly engine: 'comfyui' | 'openai';
  readonly medium: 'image' | 'video';
  readonly renderMs: number;
  /** The folder of the files that it returns. */
  readonly media: string;
}

export interface StandInState {
  readonly url: string;
  /** In order. */
  readonly renderings: readonly Rendering[];
}

let started: Promise<{ state: () => StandInState; stop: () => Promise<void> }> | undefined;

answerParent(
  async (question: StandIn): Promise<StandInState> => {
    started ??= start(question);
    return (await started).state();
  },
  async () => (await started)?.stop(),
);

async function start({ engine, medium, renderMs, media: folder }: StandIn) {
  const media = await openMediaPool(folder, medium);
  if (engine === 'openai') {
    const server = await startFakeOpenAi({ renderMs, media });
    return { state: () => ({ url: server.url, renderings: server.renderings }), stop: server.stop };
  }
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  comfy.renderMs = renderMs;
  comfy.media = media;
  return { state: () => ({ url: comfy.url, renderings: comfy.renderings }), stop };
}
