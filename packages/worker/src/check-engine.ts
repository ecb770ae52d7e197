import { createProceduralEngine } from '@kinora/procedural/procedural-engine';

const SIDE = 256;

/** Renders a small image with the built-in engine, for `kinora doctor`. Returns one line of text. */
export async function checkEngine(): Promise<string> {
  const engine = createProceduralEngine();
  const startedAt = performance.now();
  await engine.render(
    { kind: 'image', prompt: 'a quiet lake at dawn', seed: 1, width: SIDE, height: SIDE },
    { onProgress: () => {}, signal: new AbortController().signal },
  );
  const ms = Math.round(performance.now() - startedAt);
  return `${engine.name} ${engine.version} rendered an image in ${ms} ms`;
}
