import type { MessagePort } from 'node:worker_threads';
import type { ImageEditTask, ImageTask } from '@kinora/engine/engine';
import { renderImage } from '../render-image.ts';
import { restyleImage } from '../restyle/restyle-image.ts';

/** The entry point of a thread that paints images, started by `still-painter.ts`. */

export interface StillTask {
  readonly task: ImageTask | ImageEditTask;
  /** Receives the share that is done, from 0 to 1. */
  readonly progress: MessagePort;
}

export default function paintStill({ task, progress }: StillTask): Promise<Uint8Array> {
  if (task.operation === 'image') return renderImage(task);
  return restyleImage(task, (fraction) => progress.postMessage(fraction));
}
