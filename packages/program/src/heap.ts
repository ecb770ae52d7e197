import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often the load is looked at. */
const INTERVAL_MS = 30_000;
/** Later than the first requests to a program that has just started, which would wait for it. */
const FIRST_MS = 1000;
/** The share of the time that the event loop of a quiet process is busy. */
const QUIET = 0.05;
const WORTHWHILE_BYTES = 32_000_000;

/**
 * Collects garbage when the heap is twice as large as what is in use. By default V8 lets that of a server become about four
 * times as large, and one that has been busy keeps 150 MB more; it is about 3 % faster. In a worker, whose pixels are outside
 * the heap and count, V8 would mark the heap for each image, which takes a tenth of the processor.
 */
export function limitGarbage(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

/**
 * Returns what the heap does not need to the system: soon, when the program has loaded, and after each busy time. V8 would
 * keep it, 90 MB after the start of a server. It blocks the event loop for a tenth of a second, so it is done only when
 * there was hardly anything to do for half a minute.
 */
export function keepHeapSmall(intervalMs = INTERVAL_MS): void {
  let least = Number.POSITIVE_INFINITY;
  const first = () => {
    least = compactHeap();
  };
  setTimeout(first, Math.min(FIRST_MS, intervalMs)).unref();
  let before = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization < QUIET && sizeOfHeap() > least + WORTHWHILE_BYTES) least = compactHeap();
  };
  setInterval(look, intervalMs).unref();
}

/** With the buffers that objects in it hold, in bytes. */
function sizeOfHeap(): number {
  const { heapTotal, arrayBuffers } = process.memoryUsage();
  return heapTotal + arrayBuffers;
}

/** Returns the size of the heap afterwards. */
function compactHeap(): number {
  // Without restarting the process, only a new context gets the function that this flag adds.
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as (options: object) => void;
  // Other collections leave pages that are partly used as they are.
  collectGarbage({ type: 'major', flavor: 'last-resort' });
  return sizeOfHeap();
}
