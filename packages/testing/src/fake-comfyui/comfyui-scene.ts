import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RenderTask } from '@kinora/engine/engine';
import {
  type ComfyUiEngine,
  type ComfyUiEvent,
  type ComfyUiSettings,
  createComfyUiEngine,
} from '@kinora/worker/comfyui/comfyui-engine';
import { loadTemplates } from '@kinora/worker/comfyui/template';
import { encoded } from '../encoded.ts';
import { type FakeComfyUi, startFakeComfyUi } from './fake-comfyui.ts';

export const WORKFLOWS = fileURLToPath(new URL('../../../worker/workflows/comfyui/', import.meta.url));

/** The smallest task that a test is about. */
export const image = {
  operation: 'image',
  model: 'image',
  width: 64,
  height: 64,
  prompt: 'a fox',
  seed: 3,
} as const;

export const video = {
  ...image,
  operation: 'video',
  model: 'fast',
  frames: 9,
  framesPerSecond: 24,
  sound: false,
} as const;

export interface ComfyUiScene {
  readonly comfy: FakeComfyUi;
  readonly engine: ComfyUiEngine;
  readonly events: ComfyUiEvent[];
  /** Renders and records the reported progress. */
  render(
    task: RenderTask,
    signal?: AbortSignal,
  ): Promise<{ readonly bytes: Uint8Array; readonly progress: readonly (readonly [number, string])[] }>;
}

/** Short polling intervals and timeouts, so that a job that hangs fails its test soon. */
const SHORT_TIMEOUTS = {
  requestMs: 2_000,
  pollMs: 10,
  silenceMs: 1_000,
  returnMs: 1_500,
  imageMs: 20_000,
  videoMs: 20_000,
};

/** A fake with everything installed, and an engine with short polling intervals and timeouts. */
export async function startScene(
  t: TestContext,
  settings: Partial<ComfyUiSettings> = {},
  prepare: (comfy: FakeComfyUi) => void = () => {},
): Promise<ComfyUiScene> {
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  prepare(comfy);
  const events: ComfyUiEvent[] = [];
  const { timeouts, ...others } = settings;
  const engine = await createComfyUiEngine({
    url: comfy.url,
    outputDir: comfy.folders.output,
    inputDir: comfy.folders.input,
    log: (event) => events.push(event),
    timeouts: { ...SHORT_TIMEOUTS, ...timeouts },
    ...others,
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  t.after(async () => {
    comfy.release();
    await engine.close();
    await stop();
  });
  return {
    comfy,
    engine,
    events,
    async render(task, signal = new AbortController().signal) {
      const progress: [number, string][] = [];
      const onProgress = (fraction: number, stage: string) => progress.push([fraction, stage]);
      const media = await encoded(await engine.render(task, { onProgress, signal }));
      return { bytes: media.bytes, progress };
    },
  };
}
