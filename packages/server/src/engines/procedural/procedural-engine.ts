import type { Engine } from '../engine.ts';
import { renderImage } from './render-image.ts';

/** The built-in engine: no neural model, works on any machine. */
export function createProceduralEngine(): Engine {
  return {
    name: 'procedural',
    version: '1',
    kinds: ['image'],
    modes: ['fast', 'quality', 'cinema'],
    async render(task) {
      if (task.kind !== 'image') throw new Error('videos are not wired yet');
      const bytes = await renderImage(task);
      return { bytes, mime: 'image/png', width: task.width, height: task.height };
    },
  };
}
