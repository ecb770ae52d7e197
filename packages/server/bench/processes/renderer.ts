import { readFile, writeFile } from 'node:fs/promises';
import type { RenderTask } from '@kinora/engine/engine';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { encoded } from '@kinora/testing/encoded';
import { answerParent } from '../child.ts';

/** Renders through the engine port and returns the milliseconds it took. */

export interface Rendering {
  readonly task: RenderTask;
  readonly initImageFile?: string;
  readonly saveAs?: string;
}

const engine = createProceduralEngine();

answerParent(async ({ task, initImageFile, saveAs }: Rendering): Promise<number> => {
  const initImage = initImageFile === undefined ? undefined : await readFile(initImageFile);
  const withImage = task.operation === 'video' && initImage !== undefined ? { ...task, initImage } : task;
  const startedAt = performance.now();
  const media = await encoded(
    await engine.render(withImage, {
      onProgress: () => {},
      signal: new AbortController().signal,
    }),
  );
  const ms = performance.now() - startedAt;
  if (saveAs !== undefined) await writeFile(saveAs, media.bytes);
  return ms;
});
