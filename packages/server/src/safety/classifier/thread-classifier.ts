import { Worker } from 'node:worker_threads';
import type { ImageClassifier, Scores } from '../image-classifier.ts';
import type { Answer, Question } from './messages.ts';

export interface ThreadClassifierOptions {
  /** The thread ends after so long without a picture, and its 150 MB with it. */
  readonly idleMs?: number;
  /** A picture takes a tenth of a second; a thread that is silent for so long is hung and is ended. */
  readonly answerMs?: number;
  /** The file the thread starts with. */
  readonly start?: URL;
}

export interface ThreadClassifier extends ImageClassifier {
  /** Whether the model is in memory, or on its way there. */
  isRunning(): boolean;
}

/** Each waiting picture is 150 KB; more than this means that pictures come faster than they are judged. */
const MOST_WAITING = 256;

interface Waiting {
  readonly resolve: (scores: Scores) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The built-in classifier: the MobileNetV2 model of nsfwjs in a thread of its own, which starts with the first
 * picture. It never keeps the process alive but while a picture is under way. Pictures are judged in turn.
 */
export function createThreadClassifier(options: ThreadClassifierOptions = {}): ThreadClassifier {
  const { idleMs = 60_000, answerMs = 30_000 } = options;
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;

  /** Ends the thread and rejects who waits for it; the next picture starts another. */
  async function end(error: Error): Promise<void> {
    const ended = thread;
    thread = undefined;
    clearTimeout(timer);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    await ended?.terminate();
  }

  /** One timer serves both limits: it runs from the latest sign of life, or of work. */
  function watch(): void {
    clearTimeout(timer);
    const hung = waiting.size > 0;
    const problem = hung ? 'does not answer' : 'was not needed';
    const giveUp = () => void end(new Error(`The image classifier ${problem}.`));
    timer = setTimeout(giveUp, hung ? answerMs : idleMs).unref();
  }

  function start(): Worker {
    const started = new Worker(options.start ?? new URL('./thread.ts', import.meta.url), {
      // It reads two packages and computes: no settings, no secrets.
      env: {},
      // Twice what it needs; beyond it the thread ends, not the process.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 },
    });
    const stopped = (cause: unknown) => {
      if (thread === started) void end(new Error('The image classifier stopped.', { cause }));
    };
    started.on('error', stopped);
    started.on('exit', stopped);
    started.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.id);
      if (thread !== started || asked === undefined) return;
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
      watch();
      if ('scores' in answer) asked.resolve(answer.scores);
      else asked.reject(new Error(`The image classifier failed: ${answer.failure}`));
    });
    return started;
  }

  return {
    isRunning: () => thread !== undefined,
    classify(rgb) {
      if (waiting.size >= MOST_WAITING)
        return Promise.reject(new Error('The image classifier is overloaded.'));
      return new Promise((resolve, reject) => {
        thread ??= start();
        thread.ref();
        const id = ++lastId;
        // With others waiting the timer runs already: more work is no sign of life.
        waiting.set(id, { resolve, reject });
        if (waiting.size === 1) watch();
        thread.postMessage({ id, rgb } satisfies Question);
      });
    },
    close: () => end(new Error('The image classifier was closed.')),
  };
}
