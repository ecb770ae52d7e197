import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { VideoTask } from '@kinora/engine/engine';
import type { FrameTask } from './paint-frame.ts';
import { startPool, type ThreadPool } from './thread-pool.ts';

/** Paints the frames of videos in threads, so that the process stays responsive and uses all of its processors. */
export interface Painters {
  /** Starts to paint a video, in threads of its own: several are painted at once. */
  paint(task: VideoTask, signal: AbortSignal): Painting;
  close(): Promise<void>;
}

export interface Painting {
  /**
   * Called with the index of each frame in order; resolves with its pixels in planar 4:2:0, which are valid until the
   * next call. A few frames are painted ahead. Rejects with the reason of the signal.
   */
  frame(index: number): Promise<Uint8Array>;
  /** No more frames are needed: the threads paint the next video. */
  end(): void;
}

/** The layers of a scene are in the memory of each thread that paints it, up to 100 bytes for each pixel. */
const MAX_PIXELS_AT_ONCE = 4_000_000;
const MAX_THREADS = 8;
/** Idle threads end, which frees their memory. */
const IDLE_MS = 5_000;

export function createPainters(): Painters {
  const pools = new Set<Pool>();
  /**
   * The pools that paint no video. Threads that took turns at two videos would compose their scenes again and
   * again.
   */
  const idle = new Set<Pool>();

  function takePool(threads: number): Pool {
    const pool = [...idle].find(({ options }) => options.maxThreads === threads) ?? startFramePool(threads);
    idle.delete(pool);
    pools.add(pool);
    return pool;
  }

  return {
    paint(task, signal) {
      const threads = threadsFor(task);
      const pool = takePool(threads);
      const videoId = randomUUID();
      const shared = shareInitImage(task);
      const started: Promise<Uint8Array>[] = [];
      const unused: ArrayBuffer[] = [];
      let returned: Uint8Array | undefined;
      const startUpTo = (last: number) => {
        for (let index = started.length; index <= Math.min(last, task.frames - 1); index++) {
          const memory = unused.pop();
          const frameTask = { videoId, task: shared, index, ...(memory && { memory }) };
          const options = { signal, ...(memory && { transferList: [memory] }) };
          const frame = pool.run(frameTask, options).catch((error) => {
            signal.throwIfAborted();
            throw error;
          });
          // A frame that is not fetched, because an earlier one failed, must not end the process.
          frame.catch(() => {});
          started.push(frame);
        }
      };
      startUpTo(threads - 1);
      return {
        async frame(index) {
          if (returned !== undefined) unused.push(returned.buffer as ArrayBuffer);
          returned = undefined;
          // One more than there are threads, so that none waits for the encoder.
          startUpTo(index + threads);
          const frame = started[index];
          if (frame === undefined) throw new RangeError(`the video has no frame ${index}`);
          // The list would otherwise keep the pixels of the whole video.
          delete started[index];
          returned = await frame;
          return returned;
        },
        end: () => void idle.add(pool),
      };
    },
    async close() {
      await Promise.all([...pools].map((pool) => pool.destroy()));
      pools.clear();
      idle.clear();
    },
  };
}

type Pool = ThreadPool<FrameTask>;

function startFramePool(maxThreads: number): Pool {
  const file = new URL('./paint-frame.ts', import.meta.url);
  return startPool(file, { minThreads: 0, maxThreads, idleTimeout: IDLE_MS });
}

function threadsFor({ width, height }: VideoTask): number {
  const inMemory = Math.max(1, Math.floor(MAX_PIXELS_AT_ONCE / (width * height)));
  return Math.min(inMemory, availableParallelism(), MAX_THREADS);
}

/** The task with its image in memory that all threads read, so that it is not copied for each frame. */
function shareInitImage(task: VideoTask): VideoTask {
  if (task.operation !== 'i2v') return task;
  const shared = new Uint8Array(new SharedArrayBuffer(task.initImage.length));
  shared.set(task.initImage);
  return { ...task, initImage: shared };
}
