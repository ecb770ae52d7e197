import { Piscina } from 'piscina';

/** The pixels are not in the heap, and what is has a short life. */
const YOUNG_GENERATION_MB = 12;

export type ThreadPool<Task> = Piscina<Task, Uint8Array>;

export interface PoolOptions {
  readonly minThreads: number;
  readonly maxThreads: number;
  /** After it, idle threads above the minimum end, which frees their memory. */
  readonly idleTimeout: number;
}

/** Threads that each paint one task at a time, by the default export of `file`. An aborted task ends its thread. */
export function startPool<Task>(file: URL, options: PoolOptions): ThreadPool<Task> {
  const pool = new Piscina<Task, Uint8Array>({
    ...options,
    filename: file.href,
    // It needs no settings and no secrets.
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    // A thread that blocks while it waits would not free the canvases that it no longer needs.
    atomics: 'disabled',
  });
  // A result may still arrive after its task was cancelled, and without a listener that would end the process. The errors
  // of tasks reject their calls.
  pool.on('error', () => {});
  return pool;
}
