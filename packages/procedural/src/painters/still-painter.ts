import { availableParallelism } from 'node:os';
import type { ImageEditTask, ImageTask, RenderObserver } from '@kinora/engine/engine';
import type { StillTask } from './paint-still.ts';
import { startPool } from './thread-pool.ts';

/**
 * Paints images in threads: the process meanwhile finishes and delivers earlier ones, and an image that is cancelled takes
 * no more time.
 */
export interface StillPainter {
  /** Resolves with the PNG; rejects with the reason of the signal. */
  paint(task: ImageTask | ImageEditTask, observer: RenderObserver): Promise<Uint8Array>;
  close(): Promise<void>;
}

const MAX_THREADS = 8;
const IDLE_MS = 60_000;

export function createStillPainter(): StillPainter {
  const pool = startPool<StillTask>(new URL('./paint-still.ts', import.meta.url), {
    // A thread takes half a second to load the painters, which only the first image would wait for.
    minThreads: 1,
    maxThreads: Math.min(availableParallelism(), MAX_THREADS),
    idleTimeout: IDLE_MS,
  });
  return {
    async paint(task, { onProgress, signal }) {
      const { port1, port2 } = new MessageChannel();
      port1.on('message', (fraction: number) => onProgress(fraction, 'drawing'));
      try {
        return await pool.run({ task, progress: port2 }, { signal, transferList: [port2] });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        port1.close();
      }
    },
    close: () => pool.destroy(),
  };
}
