import type { Engine, RenderTask } from '@kinora/engine/engine';
import { cleanText } from '@kinora/program/outside-text';
import { checkMedia } from '../finish-media.ts';
import { type Probe, taskOf } from './probe-tasks.ts';

export type ProbeResult =
  | { readonly probe: Probe; readonly seconds: number; readonly units: number }
  | { readonly probe: Probe; readonly fault: string };

/** Renders a probe, checks the result as that of an order is checked, and measures the rendering alone. */
export async function runProbe(
  engine: Engine,
  probe: Probe,
  onProgress: (fraction: number, stage: string) => void,
  signal: AbortSignal,
): Promise<ProbeResult> {
  try {
    // The first result of a model takes as long as the renderer loads it, which no further one does.
    if (engine.loadsModels === true) {
      const first = await taskOf(probe, probe.smallest);
      await renderMeasured(engine, first, (fraction) => onProgress(fraction, 'loading the model'), signal);
    }
    const task = await taskOf(probe, probe.size);
    const seconds = await renderMeasured(engine, task, onProgress, signal);
    const units = 'frames' in task ? task.frames / task.framesPerSecond : 1;
    return { probe, seconds, units };
  } catch (error) {
    signal.throwIfAborted();
    return { probe, fault: cleanText(error instanceof Error ? error.message : String(error)) };
  }
}

async function renderMeasured(
  engine: Engine,
  task: RenderTask,
  onProgress: (fraction: number, stage: string) => void,
  signal: AbortSignal,
): Promise<number> {
  await engine.untilReady?.(signal);
  let startedAt = performance.now();
  let endedAt: number | undefined;
  const rendered = await engine.render(task, {
    onProgress,
    onStarted: () => {
      startedAt = performance.now();
    },
    onRendered: () => {
      endedAt ??= performance.now();
    },
    signal,
  });
  const seconds = ((endedAt ?? performance.now()) - startedAt) / 1000;
  try {
    await checkMedia(rendered, task, undefined, signal);
  } finally {
    if ('discard' in rendered) await rendered.discard?.();
  }
  return seconds;
}
