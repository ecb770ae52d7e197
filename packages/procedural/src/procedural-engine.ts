import { availableParallelism } from 'node:os';
import { type ModelsByMedium, servedByDefault } from '@kinora/contract';
import type { Engine, ImageEditTask, ImageTask, RenderObserver } from '@kinora/engine/engine';
import { enlargeImage } from '@kinora/media/enlarge/enlarge-image';
import { proceduralCapabilities } from './capabilities.ts';
import { createPainters } from './painters/painters.ts';
import { createStillPainter, type StillPainter } from './painters/still-painter.ts';
import { renderVideo } from './render-video.ts';

/**
 * The built-in engine. It is not a neural model: it matches words of the prompt and paints a scene by rules
 * and noise, so it runs on any machine.
 */
export function createProceduralEngine(models: ModelsByMedium = servedByDefault): Engine {
  const painters = createPainters();
  const stillPainter = createStillPainter();
  return {
    name: 'procedural',
    // The H.264 encoder cuts each frame into as many slices as there are processors, so that a video's bytes,
    // though not an image's, also depend on their number.
    version: `1/${availableParallelism()}`,
    origin: 'rules',
    capabilities: proceduralCapabilities(models),
    zeroRetention: true,
    async render(task, observer) {
      if (task.operation === 'video' || task.operation === 'i2v')
        return renderVideo(task, observer, painters);
      observer.signal.throwIfAborted();
      observer.onProgress(0, 'drawing');
      const bytes = await renderStill(task, observer, stillPainter);
      observer.onProgress(1, 'drawing');
      return { bytes, mime: 'image/png', width: task.width, height: task.height };
    },
    async close() {
      await Promise.all([painters.close(), stillPainter.close()]);
    },
  };
}

function renderStill(
  task: ImageTask | ImageEditTask,
  observer: RenderObserver,
  painter: StillPainter,
): Promise<Uint8Array> {
  if (task.operation === 'image' || task.operation === 'i2i') return painter.paint(task, observer);
  return enlargeImage({
    image: task.initImage,
    width: task.width,
    height: task.height,
    thorough: task.operation === 'upscale_pro',
    seed: task.seed,
    signal: observer.signal,
    onProgress: (fraction) => observer.onProgress(0.95 * fraction, 'drawing'),
  });
}
