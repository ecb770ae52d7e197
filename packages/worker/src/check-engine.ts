import { totalmem } from 'node:os';
import { defaultModels } from '@kinora/contract';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { readWorkerConfig } from './config.ts';

const SIDE = 256;

/** What a slot of the built-in engine may use for a large video. */
const SLOT_BYTES = 600 * 2 ** 20;

/**
 * Renders a small image with the built-in engine, for `kinora doctor`, and checks the settings of the worker that the
 * server starts. Returns one line of text; throws an error with the remedy.
 */
export async function checkEngine(environment: Readonly<Record<string, string>>): Promise<string> {
  const { engine: chosen, slots } = readWorkerConfig(environment);
  if (chosen.name === 'procedural' && slots * SLOT_BYTES > totalmem()) {
    const fitting = Math.max(1, Math.floor(totalmem() / SLOT_BYTES));
    throw new Error(`KINORA_WORKER_SLOTS is ${slots}, but there is memory for ${fitting}; set it to that`);
  }
  const engine = createProceduralEngine();
  const startedAt = performance.now();
  await engine.render(
    {
      operation: 'image',
      model: defaultModels.image,
      prompt: 'a quiet lake at dawn',
      seed: 1,
      width: SIDE,
      height: SIDE,
    },
    { onProgress: () => {}, signal: new AbortController().signal },
  );
  const ms = Math.round(performance.now() - startedAt);
  const many =
    slots > 1 ? `; the worker of this server renders ${slots} jobs at once with ${chosen.name}` : '';
  return `${engine.name} ${engine.version} rendered an image in ${ms} ms${many}`;
}
