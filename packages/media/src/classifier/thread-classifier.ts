import { Worker } from 'node:worker_threads';
import type { ImageClassifier, Scores } from './image-classifier.ts';
import type { ClassifyRequest, ClassifyResponse } from './messages.ts';

export interface ThreadClassifierOptions {
  /** The thread's entry point. */
  readonly entry?: URL;
}

export interface ThreadClassifier extends ImageClassifier {
  /** Whether the model is in memory or loading. */
  isRunning(): boolean;
}

/** The thread is terminated after this time without a request, which frees its 150 MB. */
const IDLE_MS = 60_000;
/** An image takes a tenth of a second; a thread without a response for this time hangs and is terminated. */
const TIMEOUT_MS = 30_000;
/** The same for the first response, before which it loads the model: a second, or half a minute on a busy machine. */
const LOAD_TIMEOUT_MS = 90_000;

/** Each pending image is 150 KB; more than this means that images come faster than they are classified. */
const MAX_PENDING = 256;

interface Pending {
  readonly resolve: (scores: Scores) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The built-in classifier: the MobileNetV2 model of nsfwjs in a separate thread, which starts with the first image.
 * It keeps the process alive only while a request is pending. Images are classified one after the other.
 */
export function createThreadClassifier(options: ThreadClassifierOptions = {}): ThreadClassifier {
  const pending = new Map<number, Pending>();
  let thread: Worker | undefined;
  let hasResponded = false;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;

  /** Terminates the thread and rejects all pending requests; the next image starts another. */
  async function end(error: Error): Promise<void> {
    const ended = thread;
    thread = undefined;
    clearTimeout(timer);
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
    await ended?.terminate();
  }

  /** One timer serves all limits: it runs from the latest response, or from the first pending request. */
  function watch(): void {
    clearTimeout(timer);
    const isPending = pending.size > 0;
    const reason = isPending ? 'does not respond' : 'is idle';
    const stop = () => void end(new Error(`The image classifier ${reason}.`));
    const timeoutMs = hasResponded ? TIMEOUT_MS : LOAD_TIMEOUT_MS;
    timer = setTimeout(stop, isPending ? timeoutMs : IDLE_MS).unref();
  }

  function start(): Worker {
    hasResponded = false;
    const started = new Worker(options.entry ?? new URL('./thread.ts', import.meta.url), {
      // It needs no settings and no secrets.
      env: {},
      // Twice what it needs; beyond that the thread fails, not the process.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 },
    });
    const stopped = (cause: unknown) => {
      if (thread === started) void end(new Error('The image classifier stopped.', { cause }));
    };
    started.on('error', stopped);
    started.on('exit', stopped);
    started.on('message', (response: ClassifyResponse) => {
      const request = pending.get(response.id);
      if (thread !== started || request === undefined) return;
      hasResponded = true;
      pending.delete(response.id);
      if (pending.size === 0) started.unref();
      watch();
      if ('scores' in response) request.resolve(response.scores);
      else request.reject(new Error(`The image classifier failed: ${response.failure}`));
    });
    return started;
  }

  return {
    isRunning: () => thread !== undefined,
    classify(rgb) {
      if (pending.size >= MAX_PENDING)
        return Promise.reject(new Error('The image classifier is overloaded.'));
      return new Promise((resolve, reject) => {
        thread ??= start();
        thread.ref();
        const id = ++lastId;
        // With others pending the timer runs already, and a new request must not extend it.
        pending.set(id, { resolve, reject });
        if (pending.size === 1) watch();
        thread.postMessage({ id, rgb } satisfies ClassifyRequest);
      });
    },
    close: () => end(new Error('The image classifier was closed.')),
  };
}
