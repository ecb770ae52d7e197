import type { Engine } from '@kinora/engine/engine';
import { samplePng } from './sample-artifact.ts';

/** An engine that renders its prompt as the result, a PNG with it as a note, once `untilRendered` resolves. */
export function echoEngine(untilRendered: (prompt: string) => unknown): Engine {
  return {
    name: 'echo',
    version: '1',
    origin: 'rules',
    capabilities: [{ operation: 'image', model: 'image', longestSide: 2048 }],
    zeroRetention: true,
    async render({ prompt, width, height }) {
      await untilRendered(prompt);
      return { bytes: samplePng({ width, height }, prompt), mime: 'image/png', width, height };
    },
  };
}
