import type { Engine } from '../engine.ts';
import { renderImage } from './render-image.ts';
import { renderVideo } from './render-video.ts';

/**
 * The built-in engine. It is no neural model: it reads the prompt's words and paints a scene by rules and
 * noise, on any machine.
 */
export function createProceduralEngine(): Engine {
  return {
    name: 'procedural',
    version: '1',
    kinds: ['image', 'video'],
    modes: ['fast', 'quality', 'cinema'],
    async render(task, observer) {
      if (task.kind === 'video') return renderVideo(task, observer);
      observer.signal.throwIfAborted();
      observer.onProgress(0, 'drawing');
      const bytes = await renderImage(task);
      observer.onProgress(1, 'drawing');
      return { bytes, mime: 'image/png', width: task.width, height: task.height };
    },
  };
}
