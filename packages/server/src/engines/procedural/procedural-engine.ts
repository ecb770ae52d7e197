import { availableParallelism } from 'node:os';
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
    // The H.264 encoder cuts each frame into as many slices as there are processors, so that a clip's bytes,
    // though not a picture's, also depend on their number.
    version: `1/${availableParallelism()}`,
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
